import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Id, Text } from './values/text.ts'

/** An access to a user, in words that the user may be shown. */
export const UserAccess = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** What was done. */
  act: z.string(),
  outcome: z.enum(['ok', 'denied', 'failed']),
  by: z.string(),
})
export type UserAccess = z.infer<typeof UserAccess>

export const listUserAccesses = endpoint({
  name: 'listUserAccesses',
  method: 'GET',
  path: '/machine/v1/users/{id}/accesses',
  summary: 'Who accessed a user, newest first, 100 a page, to be shown to that user',
  params: z.strictObject({ id: Id }),
  /** `meta.next` of the previous page. */
  query: z.strictObject({ after: z.optional(Text(100)) }),
  response: z.object({
    data: z.array(UserAccess),
    /** Null on the last page. */
    meta: z.object({ next: z.nullable(z.string()) }),
  }),
})
