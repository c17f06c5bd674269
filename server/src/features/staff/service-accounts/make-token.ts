import type { createServiceToken } from '@health-console/contract/staff/service-accounts.ts'
import type { EndpointRequest } from '@health-console/contract/http/endpoint.ts'
import type { Context } from '../../../core/context.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { conflict } from '../../../http/errors.ts'
import { endOf, getAccount, listTokens, stateOf } from './store.ts'
import { newServiceToken } from './token.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Wanted = EndpointRequest<typeof createServiceToken>['body']

/**
 * Creates a token and lets older ones work for the overlap.
 * @throws ApiError `conflict` if two tokens already work, unless there is no overlap
 */
export async function makeToken(
  transaction: Transaction,
  { engine, now }: Context,
  accountId: string,
  { expiresInDays, overlapHours }: Wanted,
) {
  await serializeAccounts(engine, transaction)
  const account = await getAccount(transaction, accountId)
  if (account.endsAtMs !== null)
    throw conflict('The owner of this service account no longer has access. Take over the account first.')
  const nowMs = now()
  const live = (await listTokens(transaction, [accountId])).filter((token) => stateOf(token, nowMs) === 'live')
  if (live.length > 1 && overlapHours > 0)
    throw conflict(
      'This service account already has two valid tokens. Revoke one first, or choose an overlap of 0 hours.',
    )
  const rotatesAtMs = nowMs + overlapHours * hourMs
  for (const token of live) {
    if (endOf(token) <= rotatesAtMs) continue
    await transaction.updateTable('serviceTokens').set({ rotatesAtMs }).where('id', '=', token.id).execute()
  }
  const { id, token } = newServiceToken()
  const expiresAtMs = nowMs + expiresInDays * dayMs
  await transaction
    .insertInto('serviceTokens')
    .values({
      tokenHash: hashToken(token),
      id,
      accountId,
      createdAtMs: nowMs,
      expiresAtMs,
      rotatesAtMs: null,
      revokedAtMs: null,
      lastUsedAtMs: null,
      lastAddress: '',
      warnedDays: null,
    })
    .execute()
  return { token, id, expiresAt: new Date(expiresAtMs).toISOString() }
}

/** Makes changes of service accounts run one after the other. Call it first in the transaction. */
export const serializeAccounts = (engine: Context['engine'], transaction: Transaction) =>
  engine.serialize(transaction, 'service accounts')
