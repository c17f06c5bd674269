import * as z from 'zod/mini'
import { IsoTime, IsoTimeOrEmpty, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Scope } from './scopes.ts'
import { Id } from '../values/text.ts'

/** An admin, a service account, or a pending invitation older than 7 days. */
const ReviewedAccess = z.object({
  kind: describe(
    z.enum(['admin', 'invitation', 'service_account']),
    'What has access: an admin, an invitation that awaits acceptance, or a service account.',
  ),
  id: describe(z.string(), 'The ID of the admin, invitation or service account.'),
  email: describe(z.string(), 'The email address; for a service account, that of its owner.'),
  fullName: describe(z.string(), 'The name. Empty for an invitation.'),
  role: describe(
    z.nullable(z.enum(['admin', 'super_admin'])),
    'The role. Null for a service account, which has scopes instead.',
  ),
  scopes: describe(z.array(Scope), 'What a service account may do. Empty for admins and invitations.'),
  lastSignInAt: describe(
    z.nullable(IsoTime),
    'The last sign-in; for a service account, its last use. Null: never, or before the oldest entry of the audit log.',
  ),
  createdAt: describe(IsoTimeOrEmpty, 'When the access was granted; empty if unknown.'),
  hasSecondFactor: describe(
    z.nullable(z.boolean()),
    'Whether a second factor is set up. Null for an invitation and for a service account.',
  ),
  keptBecause: describe(
    z.nullable(z.enum(['yourself', 'super_admin'])),
    "Why it cannot be revoked here: it is the caller's own, or a super admin's, whom only a command can remove. Null if it can be revoked.",
  ),
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
      access: describe(z.array(ReviewedAccess), 'Everyone who has access.'),
      lastReview: describe(
        z.nullable(
          z.object({
            at: describe(IsoTime, 'When it was finished.'),
            by: describe(z.nullable(z.string()), 'The name of the reviewer; null if they are no longer known.'),
          }),
        ),
        'The last review; null if there was none.',
      ),
      dueAt: describe(IsoTime, 'When the next review is due; a time in the past means that it is overdue.'),
    }),
  }),
})

export const attestAccessReview = endpoint({
  name: 'attestAccessReview',
  method: 'POST',
  path: '/v1/access-review',
  summary: 'Keep or revoke each access, all or nothing, and log the review',
  returns: 'How many were kept and revoked',
  body: z.strictObject({
    decisions: describe(
      z
        .array(
          z.strictObject({
            kind: describe(ReviewedAccess.shape.kind, 'What has access, as in the list.'),
            id: describe(Id, 'The ID in the list.'),
            decision: describe(z.enum(['keep', 'revoke']), 'Whether the access is kept or revoked.'),
          }),
        )
        .check(z.minLength(1), z.maxLength(1_000)),
      'A decision for each access that the review lists.',
    ),
  }),
  response: z.object({
    data: z.object({
      kept: describe(z.int(), 'How many were kept.'),
      revoked: describe(z.int(), 'How many were revoked.'),
    }),
  }),
})
