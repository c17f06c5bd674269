import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { IsoTime, describe } from '../values/describe.ts'
import { Id, Text } from '../values/text.ts'

export const UserAccess = describe(
  z.object({
    at: describe(IsoTime, 'When it happened.'),
    act: describe(z.string(), 'What was done.'),
    outcome: describe(z.enum(['ok', 'denied', 'failed']), 'Whether it was done, rejected, or failed.'),
    by: describe(z.string(), 'Who did it.'),
  }),
  'An access to a user, in words that the user may be shown.',
)
export type UserAccess = z.infer<typeof UserAccess>

export const listUserAccesses = endpoint({
  name: 'listUserAccesses',
  method: 'GET',
  path: '/machine/v1/users/{id}/accesses',
  summary: 'Who accessed a user, newest first, 100 a page, to be shown to that user',
  params: z.strictObject({ id: describe(Id, 'The ID of the user.') }),
  query: z.strictObject({ after: describe(z.optional(Text(100)), '`meta.next` of the previous page.') }),
  response: z.object({
    data: z.array(UserAccess),
    meta: describe(
      z.object({ next: describe(z.nullable(z.string()), 'The cursor of the next page; null on the last one.') }),
      'Where the list continues.',
    ),
  }),
})
