import * as z from 'zod/mini'
import { Bytes, IsoTime, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, Reason } from '../values/text.ts'

const ByUser = z.strictObject({ id: describe(Id, 'The ID of the user.') })

export const ErasurePreview = describe(
  z.object({
    reports: describe(z.int(), 'The number of reports.'),
    bytes: describe(Bytes, "The size of the reports' documents."),
    generated: describe(
      z.nullable(
        z.object({
          first: describe(z.number(), 'The oldest report. Epoch seconds.'),
          last: describe(z.number(), 'The newest report. Epoch seconds.'),
        }),
      ),
      'The `generatedAt` of the oldest and the newest report; null without reports.',
    ),
    entries: describe(z.int(), 'The number of audit log entries that refer to the user. They are not erased.'),
    hold: describe(
      z.nullable(
        z.object({
          reason: describe(z.string(), 'Why the user is on legal hold.'),
          createdAt: describe(IsoTime, 'Since when.'),
          adminName: describe(z.string(), 'Who placed the legal hold.'),
        }),
      ),
      'The legal hold; null if there is none.',
    ),
  }),
  'What erasing a user would remove, and whether the user is on legal hold.',
)
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const previewErasure = endpoint({
  name: 'previewErasure',
  method: 'GET',
  path: '/v1/users/{id}/erasure',
  summary: 'What erasing a user would remove, and the legal hold that prevents it, if there is one',
  params: ByUser,
  response: z.object({ data: ErasurePreview }),
})

export const eraseUser = endpoint({
  name: 'eraseUser',
  method: 'POST',
  path: '/v1/users/{id}/erasure',
  summary:
    'Erase a user, who disappears from every list immediately; the reports follow soon. Rejected while the user is on legal hold',
  params: ByUser,
  body: z.strictObject({
    reason: describe(Reason, 'Why the user is erased. Super admins see it with the entry of the audit log.'),
    memberId: describe(
      z.string(),
      'The member ID of this user, typed again; for a user without one, the last 8 characters of the ID.',
    ),
  }),
  status: 204,
})

export const setLegalHold = endpoint({
  name: 'setLegalHold',
  method: 'PUT',
  path: '/v1/users/{id}/legal-hold',
  summary:
    'Put a user on legal hold: until it is removed, the user is not erased, and their old reports are not deleted',
  params: ByUser,
  body: z.strictObject({
    reason: describe(Reason, 'Why the user must not be erased. Super admins see it with the entry of the audit log.'),
  }),
  status: 204,
})

export const removeLegalHold = endpoint({
  name: 'removeLegalHold',
  method: 'DELETE',
  path: '/v1/users/{id}/legal-hold',
  summary: 'Remove the legal hold on a user',
  params: ByUser,
  status: 204,
})
