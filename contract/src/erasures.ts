import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Id, Reason } from './values/text.ts'

const ByUser = z.strictObject({ id: Id })

/** What erasing a user would remove, and whether the user is on legal hold. */
export const ErasurePreview = z.object({
  reports: z.int(),
  /** The size of the reports' documents, in bytes. */
  bytes: z.int(),
  /** The `generatedAt` of the oldest and the newest report, in epoch seconds; null without reports. */
  generated: z.nullable(z.object({ first: z.number(), last: z.number() })),
  /** The number of audit log entries that refer to the user. They are not erased. */
  entries: z.int(),
  hold: z.nullable(
    z.object({
      reason: z.string(),
      /** ISO 8601, UTC. */
      createdAt: z.string(),
      adminName: z.string(),
    }),
  ),
})
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
    reason: Reason,
    /** The member ID of this user, typed again; for a user without one, the last 8 characters of the id. */
    memberId: z.string(),
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
  body: z.strictObject({ reason: Reason }),
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
