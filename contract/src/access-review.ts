import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Scope } from './scopes.ts'
import { Id } from './values/text.ts'

/** An admin, a service account, or a pending invitation older than 7 days. */
const ReviewedAccess = z.object({
  kind: z.enum(['admin', 'invitation', 'service_account']),
  id: z.string(),
  /** For a service account, the email address of its owner. */
  email: z.string(),
  /** This is empty for an invitation. */
  fullName: z.string(),
  /** Null for a service account, which has scopes instead. */
  role: z.nullable(z.enum(['admin', 'super_admin'])),
  scopes: z.array(Scope),
  /** ISO 8601; for a service account, its last use. Null: never, or before the oldest entry of the audit log. */
  lastSignInAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Null for an invitation and for a service account. */
  hasSecondFactor: z.nullable(z.boolean()),
  /** Why it cannot be revoked here: it is the caller's own, or a super admin's, whom only a command can remove. */
  keptBecause: z.nullable(z.enum(['yourself', 'super_admin'])),
})
export type ReviewedAccess = z.infer<typeof ReviewedAccess>

export const getAccessReview = endpoint({
  name: 'getAccessReview',
  method: 'GET',
  path: '/v1/access-review',
  summary:
    'Who has access, and invitations older than 7 days, for a review; when the last review was and the next one is due',
  response: z.object({
    data: z.object({
      access: z.array(ReviewedAccess),
      lastReview: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
      /** When the next review is due; a time in the past means that it is overdue. */
      dueAt: z.string(),
    }),
  }),
})

export const attestAccessReview = endpoint({
  name: 'attestAccessReview',
  method: 'POST',
  path: '/v1/access-review',
  summary: 'Keep or revoke each access, all or nothing, and log the review',
  body: z.strictObject({
    decisions: z
      .array(z.strictObject({ kind: ReviewedAccess.shape.kind, id: Id, decision: z.enum(['keep', 'revoke']) }))
      .check(z.minLength(1), z.maxLength(1_000)),
  }),
  response: z.object({ data: z.object({ kept: z.int(), revoked: z.int() }) }),
})
