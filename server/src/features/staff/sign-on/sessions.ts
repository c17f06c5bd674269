import type { Context } from '../../../core/context.ts'
import type { Keys } from '../../../core/crypto/keys.ts'
import { sealText, tryOpenText } from '../../../core/crypto/sealed-text.ts'
import { defineLease } from '../../../core/database/lease.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { isOpen } from '../sessions/store.ts'
import type { GroupsFrom } from './claims.ts'

/** The maximum lifetime of a session without a refresh token. */
export const withoutRefreshMs = 15 * 60_000

/** Access that was removed at the provider must end here within 15 minutes: this leaves time for three checks. */
const everyMs = 5 * 60_000

/** The time of the last check, so a session is free for `everyMs` less. A failed check is repeated after a minute. */
const lease = defineLease(
  { table: 'sessions', endsAt: 'signOnCheckedAtMs' },
  { lastsMs: 60_000, longestMs: everyMs, beforeEndMs: everyMs },
)

const placeOf = (owner: string) => ({ purpose: 'sign-on-session', owner })

/** Records that the provider has confirmed the access, when a session begins or may continue. */
export async function markSignOn(
  transaction: Transaction,
  context: Context,
  sessionId: string,
  {
    refreshToken,
    confirmedAtMs,
    groupsFrom,
  }: { refreshToken: string | null; confirmedAtMs: number; groupsFrom: GroupsFrom | null },
): Promise<void> {
  const signOnToken = refreshToken === null ? null : sealToken(context, sessionId, refreshToken)
  await transaction
    .updateTable('sessions')
    .set({
      signOnCheckedAtMs: confirmedAtMs,
      signOnConfirmedAtMs: confirmedAtMs,
      signOnGroupsFrom: groupsFrom,
      signOnToken,
    })
    .where('id', '=', sessionId)
    .execute()
}

/** Stores the next refresh token of a session whose access the provider has not confirmed. */
export async function keepToken(context: Context, sessionId: string, refreshToken: string): Promise<void> {
  const signOnToken = sealToken(context, sessionId, refreshToken)
  await context.db.updateTable('sessions').set({ signOnToken }).where('id', '=', sessionId).execute()
}

const sealToken = ({ keys }: Pick<Context, 'keys'>, sessionId: string, token: string) =>
  sealText(keys, placeOf(sessionId), token)

export type DueSession = {
  id: string
  adminId: string
  subject: string
  sealedToken: string
  groupsFrom: GroupsFrom | null
  checkedAtMs: number
  /** When the provider last confirmed the access. */
  confirmedAtMs: number
}

/** Open sessions whose next check is due, oldest check first. */
export async function listDueSessions(
  { db, config, now }: Context,
  { issuer, limit }: { issuer: string; limit: number },
): Promise<DueSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('signOnIdentities', 'signOnIdentities.adminId', 'sessions.adminId')
    .select(['sessions.id', 'sessions.adminId', 'subject', 'signOnToken', 'signOnGroupsFrom as groupsFrom'])
    .select(['signOnCheckedAtMs as checkedAtMs', 'signOnConfirmedAtMs'])
    .where('issuer', '=', issuer)
    .where('signOnToken', 'is not', null)
    .where(lease.isFree(now()))
    .where(isOpen({ idleMs: config.sessionIdleMs, nowMs: now() }))
    .orderBy('signOnCheckedAtMs')
    .limit(limit)
    .execute()
  return rows.flatMap(({ signOnToken, signOnConfirmedAtMs, ...row }) => {
    if (signOnToken === null) return []
    return [{ ...row, sealedToken: signOnToken, confirmedAtMs: signOnConfirmedAtMs || row.checkedAtMs }]
  })
}

/** Claims a session for a check. Only one of several replicas gets it; another may try again after a minute. */
export const takeSession = (db: Db, { id }: DueSession, nowMs: number) => lease.take(db, { id }, '', nowMs)

/** The refresh token; undefined if it was sealed with another master key. */
export function openToken({ keys }: Pick<Context, 'keys'>, { id, sealedToken }: DueSession): string | undefined {
  return tryOpenText(keys, placeOf(id), sealedToken)
}

/**
 * Re-encrypts the refresh tokens after a change of the master key. One that the old key does not decrypt is not
 * changed: it has already been re-encrypted, or its session ends at the next check.
 * @returns how many were re-encrypted
 */
export async function resealTokens(transaction: Transaction, old: Keys, keys: Keys): Promise<number> {
  const rows = await transaction.selectFrom('sessions').select(['id', 'signOnToken']).execute()
  let count = 0
  for (const { id, signOnToken } of rows) {
    const token = signOnToken === null ? undefined : tryOpenText(old, placeOf(id), signOnToken)
    if (token === undefined) continue
    const sealed = sealText(keys, placeOf(id), token)
    await transaction.updateTable('sessions').set({ signOnToken: sealed }).where('id', '=', id).execute()
    count += 1
  }
  return count
}
