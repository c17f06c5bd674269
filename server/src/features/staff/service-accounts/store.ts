import type { Scope } from '@health-console/contract/staff/scopes.ts'
import { compileOnce } from '../../../core/database/compile-once.ts'
import type { ServiceAccountsTable, ServiceTokensTable } from '../../../core/database/tables/service-accounts.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { ApiError, notFound } from '../../../http/errors.ts'

export type TokenState = 'live' | 'rotated' | 'expired' | 'revoked'

const minuteMs = 60_000

type TokenTimes = Pick<ServiceTokensTable, 'expiresAtMs' | 'rotatesAtMs' | 'revokedAtMs'>

/** When a token stops working. */
export const endOf = ({ expiresAtMs, rotatesAtMs, revokedAtMs }: TokenTimes) =>
  Math.min(expiresAtMs, rotatesAtMs ?? Infinity, revokedAtMs ?? Infinity)

/** Why a token no longer works; `live` while it does. */
export function stateOf(token: TokenTimes, nowMs: number): TokenState {
  const endsAtMs = endOf(token)
  if (endsAtMs > nowMs) return 'live'
  if (token.revokedAtMs === endsAtMs) return 'revoked'
  return token.rotatesAtMs === endsAtMs ? 'rotated' : 'expired'
}

type AccountTimes = Pick<ServiceAccountsTable, 'endsAtMs' | 'endedAtMs'>

/** The same for a token with its account: an account that is disabled, or whose time is over, ends all its tokens. */
export function stateWithAccount(row: TokenTimes & AccountTimes, nowMs: number): TokenState | 'ended' {
  const isEnded = row.endedAtMs !== null || (row.endsAtMs !== null && row.endsAtMs <= nowMs)
  return isEnded ? 'ended' : stateOf(row, nowMs)
}

/** Compiled once, because it runs for every request of a service account. */
const findByHash = compileOnce((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('serviceTokens')
    .innerJoin('serviceAccounts', 'serviceAccounts.id', 'serviceTokens.accountId')
    .select([
      'serviceTokens.id as tokenId',
      'serviceTokens.expiresAtMs',
      'serviceTokens.rotatesAtMs',
      'serviceTokens.revokedAtMs',
      'serviceTokens.lastUsedAtMs',
      'serviceAccounts.id',
      'serviceAccounts.name',
      'serviceAccounts.scopes',
      'serviceAccounts.networks',
      'serviceAccounts.endsAtMs',
      'serviceAccounts.endedAtMs',
    ])
    .where('tokenHash', '=', tokenHash),
)

/** A token that was created here at some time, with its account. */
export async function findToken(db: Db, tokenHash: string) {
  const [row] = await findByHash(db, { tokenHash })
  return row
}

/** Records the last use, at most once a minute. */
export async function noteUse(db: Db, { id, address, nowMs }: { id: string; address: string; nowMs: number }) {
  await db
    .updateTable('serviceTokens')
    .set({ lastUsedAtMs: nowMs, lastAddress: address })
    .where('id', '=', id)
    .where((where) => where.or([where('lastUsedAtMs', 'is', null), where('lastUsedAtMs', '<=', nowMs - minuteMs)]))
    .execute()
}

/** The accounts that are not disabled, oldest first, with their owner. */
export const listAccounts = (db: Db) => selectOpen(db).orderBy('createdAtMs').orderBy('id').execute()

/** @throws ApiError `not_found` if there is none, or it is disabled */
export const getAccount = (db: Db, id: string) =>
  selectOpen(db)
    .where('serviceAccounts.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This service account no longer exists.'))

const selectOpen = (db: Db) =>
  db
    .selectFrom('serviceAccounts')
    .innerJoin('admins', 'admins.id', 'serviceAccounts.ownerId')
    .selectAll('serviceAccounts')
    .select([
      'admins.fullName as ownerFullName',
      'admins.email as ownerEmail',
      'admins.role as ownerRole',
      'admins.color as ownerColor',
    ])
    .where('endedAtMs', 'is', null)

export type AccountRow = Awaited<ReturnType<typeof getAccount>>

/** The accounts' tokens, the newest first. */
export async function listTokens(db: Db, accountIds: string[]): Promise<ServiceTokensTable[]> {
  if (accountIds.length === 0) return []
  return db
    .selectFrom('serviceTokens')
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('createdAtMs', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

type NewAccount = {
  id: string
  name: string
  scopes: Scope[]
  networks: string[]
  ownerId: string
  createdAtMs: number
}

export async function insertAccount(
  transaction: Transaction,
  { scopes, networks, ...values }: NewAccount,
): Promise<void> {
  const row = { ...values, scopes: JSON.stringify(scopes), networks: JSON.stringify(networks) }
  await transaction
    .insertInto('serviceAccounts')
    .values({ ...row, endsAtMs: null, endedAtMs: null, warnedDays: null })
    .execute()
}

export async function updateAccount(
  transaction: Transaction,
  id: string,
  changes: Partial<Pick<ServiceAccountsTable, 'name' | 'networks' | 'ownerId' | 'endsAtMs' | 'warnedDays'>>,
): Promise<void> {
  await transaction.updateTable('serviceAccounts').set(changes).where('id', '=', id).execute()
}

/** Disables an account and its tokens permanently. */
export async function endAccount(transaction: Transaction, id: string, nowMs: number): Promise<void> {
  await transaction.updateTable('serviceAccounts').set({ endedAtMs: nowMs }).where('id', '=', id).execute()
  await transaction
    .updateTable('serviceTokens')
    .set({ revokedAtMs: nowMs })
    .where('accountId', '=', id)
    .where('revokedAtMs', 'is', null)
    .where('expiresAtMs', '>', nowMs)
    .execute()
}

/** @returns false if there is no such token that still works */
export async function revokeToken(
  transaction: Transaction,
  { accountId, id, nowMs }: { accountId: string; id: string; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('serviceTokens')
    .set({ revokedAtMs: nowMs })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('revokedAtMs', 'is', null)
    .where('expiresAtMs', '>', nowMs)
    .where((where) => where.or([where('rotatesAtMs', 'is', null), where('rotatesAtMs', '>', nowMs)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @throws ApiError if the token or its account has ended since the request began */
export async function requireLiveToken(transaction: Transaction, id: string, nowMs: number): Promise<void> {
  const row = await transaction
    .selectFrom('serviceTokens')
    .innerJoin('serviceAccounts', 'serviceAccounts.id', 'serviceTokens.accountId')
    .select(['expiresAtMs', 'rotatesAtMs', 'revokedAtMs', 'endsAtMs', 'endedAtMs'])
    .where('serviceTokens.id', '=', id)
    .executeTakeFirst()
  if (row && stateWithAccount(row, nowMs) === 'live') return
  throw new ApiError('invalid_token', 'The token has ended in the meantime. Nothing was changed.', {
    challenge: { error: 'invalid_token' },
  })
}
