import type { attestAccessReview, ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import type { EndpointRequest } from '@health-console/contract/http/endpoint.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { conflict, invalidField } from '../../../http/errors.ts'
import { revokeAccess } from '../accounts/remove-access.ts'
import { lockStaff } from '../admins/store.ts'
import { withdrawLinks } from '../links/store.ts'
import { serializeAccounts } from '../service-accounts/make-token.ts'
import { endAccount } from '../service-accounts/store.ts'
import { listReviewed } from './store.ts'

type Decisions = EndpointRequest<typeof attestAccessReview>['body']['decisions']

/**
 * Revokes all access that is not confirmed.
 * @throws ApiError if the decisions do not cover exactly those who have access now, or one revokes what cannot be
 * revoked here
 */
export async function attestAccess(
  transaction: Transaction,
  context: Context,
  decisions: Decisions,
  byAdminId: string,
): Promise<void> {
  await lockStaff(context.engine, transaction)
  await serializeAccounts(context.engine, transaction)
  await requireAll(transaction, context, decisions)
  const revoked = revokedOf(decisions)
  if (revoked.admin.length > 0) await revokeAccess(transaction, context, revoked.admin, byAdminId)
  for (const id of revoked.invitation) await withdrawLinks(transaction, 'invitations', 'id', id)
  for (const id of revoked.service_account) await endAccount(transaction, id, context.now())
}

export function revokedOf(decisions: Decisions): Record<ReviewedAccess['kind'], string[]> {
  const idsOf = (kind: ReviewedAccess['kind']) =>
    decisions.filter((each) => each.kind === kind && each.decision === 'revoke').map(({ id }) => id)
  return { admin: idsOf('admin'), invitation: idsOf('invitation'), service_account: idsOf('service_account') }
}

async function requireAll(transaction: Transaction, { now }: Context, decisions: Decisions): Promise<void> {
  const decided = new Set(decisions.map(keyOf))
  if (decided.size < decisions.length) throw invalidField('decisions', 'Make exactly one decision for each')
  const { admins, invitations, accounts } = await listReviewed(transaction, now())
  const present = new Map([
    ...admins.map(({ id, email }) => [keyOf({ kind: 'admin', id }), email] as const),
    ...invitations.map(({ id, email }) => [keyOf({ kind: 'invitation', id }), email] as const),
    ...accounts.map(({ id, name }) => [keyOf({ kind: 'service_account', id }), name] as const),
  ])
  const missing = [...present].flatMap(([key, email]) => (decided.has(key) ? [] : [email]))
  if (missing.length > 0) {
    throw conflict(
      `The list has changed: ${missing.join(', ')} was added. Nothing was saved. Reload the list and review it again.`,
    )
  }
  if (decided.size > present.size) {
    throw conflict(
      'The list has changed: an admin no longer has access, or an invitation or a service account no longer exists. Nothing was saved. Reload the list and review it again.',
    )
  }
}

const keyOf = ({ kind, id }: Pick<ReviewedAccess, 'kind' | 'id'>) => `${kind}:${id}` as const
