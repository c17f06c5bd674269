import { expressionBuilder } from 'kysely'
import { shownName } from '@health-console/contract/values/text.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import { compileOnce } from '../../../core/database/compile-once.ts'
import { isAhead, latestPast } from '../../../core/database/past.ts'
import type { Db, Tables, Transaction } from '../../../core/database/tables.ts'
import type { SessionsTable } from '../../../core/database/tables/staff.ts'
import { unauthenticated } from '../../../http/errors.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'

/** The stored time of the last request may be this old, which saves a write on most requests. */
const touchEveryMs = 20_000

export async function insertSession(
  db: Db,
  session: Pick<SessionsTable, 'id' | 'adminId' | 'expiresAtMs' | 'address' | 'userAgent' | 'deviceHash'> & {
    token: string
    nowMs: number
  },
): Promise<void> {
  const { token, nowMs, ...values } = session
  await db
    .insertInto('sessions')
    .values({
      ...values,
      tokenHash: hashToken(token),
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      confirmedAtMs: nowMs,
      signOnCheckedAtMs: 0,
      signOnToken: null,
      signOnGroupsFrom: null,
      signOnConfirmedAtMs: 0,
    })
    .execute()
}

/** Prepared, because it runs for every request. */
const findSession = compileOnce(
  (db, { tokenHash, nowMs, seenSinceMs, latestMs }: SessionQuestion) =>
    db
      .selectFrom('sessions')
      .innerJoin('admins', 'admins.id', 'sessions.adminId')
      .select([
        'admins.id',
        'admins.email',
        'admins.fullName',
        'admins.role',
        'admins.color',
        'admins.createdAtMs',
        'sessions.id as sessionId',
        'sessions.lastSeenAtMs',
        'sessions.confirmedAtMs',
        'sessions.expiresAtMs',
        'sessions.signOnCheckedAtMs',
      ])
      // PostgreSQL plans these subqueries sooner than joins.
      .select(({ selectFrom }) => [
        selectFrom('secondFactors')
          .select('secondFactors.createdAtMs')
          .whereRef('secondFactors.adminId', '=', 'sessions.adminId')
          .as('appSinceMs'),
        selectFrom('passkeys')
          .select((passkey) => passkey.fn.min('passkeys.createdAtMs').as('sinceMs'))
          .whereRef('passkeys.adminId', '=', 'sessions.adminId')
          .as('passkeysSinceMs'),
      ])
      .where('sessions.tokenHash', '=', tokenHash)
      .where('sessions.expiresAtMs', '>', nowMs)
      .where('sessions.lastSeenAtMs', '>', seenSinceMs)
      .where('sessions.lastSeenAtMs', '<=', latestMs)
      .where('sessions.createdAtMs', '<=', latestMs),
  'find_session',
)

type SessionQuestion = { tokenHash: string; nowMs: number; seenSinceMs: number; latestMs: number }

/**
 * The admin of a valid session. Undefined if the session or the access has ended.
 * @param isUse whether the idle time restarts
 */
export async function touchSession(
  db: Db,
  { token, idleMs, nowMs, isUse }: { token: string; idleMs: number; nowMs: number; isUse: boolean },
): Promise<SignedInAdmin | undefined> {
  const tokenHash = hashToken(token)
  const [row] = await findSession(db, {
    tokenHash,
    nowMs,
    seenSinceMs: nowMs - idleMs,
    latestMs: latestPast(nowMs),
  })
  if (!row || row.role === 'user') return undefined
  if (isUse && nowMs - row.lastSeenAtMs >= touchEveryMs) {
    const touched = db.updateTable('sessions').set({ lastSeenAtMs: nowMs }).where('tokenHash', '=', tokenHash)
    if ((await touched.executeTakeFirst()).numUpdatedRows === 0n) return undefined
  }
  const { id, email, role, color, createdAtMs, appSinceMs, passkeysSinceMs } = row
  const fullName = shownName(row.fullName, email)
  const { sessionId, expiresAtMs, confirmedAtMs, signOnCheckedAtMs } = row
  const factors = { app: appSinceMs !== null, passkeys: passkeysSinceMs !== null }
  const session = { id: sessionId, tokenHash, expiresAtMs, confirmedAtMs, isSignOn: signOnCheckedAtMs > 0 }
  return { id, email, fullName, role, color, createdAtMs, factors, session }
}

/**
 * Marks the identity as confirmed. The session, and the uploads that keep it alive, continue with a new token.
 * @returns false if it has ended
 */
export async function confirmSession(
  transaction: Transaction,
  tokenHash: string,
  renewed: { tokenHash: string; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ tokenHash: renewed.tokenHash, confirmedAtMs: renewed.nowMs })
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  await transaction
    .updateTable('fileUploads')
    .set({ sessionHash: renewed.tokenHash })
    .where('sessionHash', '=', tokenHash)
    .execute()
  return numUpdatedRows > 0n
}

/** See `lockSession` in `http/requests/caller.ts`. */
export async function lockSession(transaction: Transaction, tokenHash: string): Promise<void> {
  const held = await transaction
    .updateTable('sessions')
    .set((column) => ({ lastSeenAtMs: column.ref('lastSeenAtMs') }))
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n) throw unauthenticated()
}

/** @returns the ended session */
export async function deleteSession(db: Db, tokenHash: string) {
  return db
    .deleteFrom('sessions')
    .where('tokenHash', '=', tokenHash)
    .returning(['id', 'adminId', 'createdAtMs', 'expiresAtMs', 'lastSeenAtMs'])
    .executeTakeFirst()
}

/** Whether a stored session still gave access. */
export const isValid = (
  { createdAtMs, expiresAtMs, lastSeenAtMs }: Pick<SessionsTable, 'createdAtMs' | 'expiresAtMs' | 'lastSeenAtMs'>,
  { idleMs, nowMs }: OpenAt,
) =>
  expiresAtMs > nowMs && lastSeenAtMs > nowMs - idleMs && !isAhead(lastSeenAtMs, nowMs) && !isAhead(createdAtMs, nowMs)

type OpenAt = { idleMs: number; nowMs: number }

/** The same as a condition. */
export const isOpen = ({ idleMs, nowMs }: OpenAt) =>
  openWhere.and([
    openWhere('sessions.expiresAtMs', '>', nowMs),
    openWhere('sessions.lastSeenAtMs', '>', nowMs - idleMs),
    openWhere('sessions.lastSeenAtMs', '<=', latestPast(nowMs)),
    openWhere('sessions.createdAtMs', '<=', latestPast(nowMs)),
  ])
const openWhere = expressionBuilder<Tables, 'sessions'>()

/** Revokes all sessions of an admin, optionally except one. */
export async function deleteSessionsOf(db: Db, adminId: string, exceptTokenHash?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('adminId', '=', adminId)
  if (exceptTokenHash !== undefined) query = query.where('tokenHash', '!=', exceptTokenHash)
  await query.execute()
}

/** Restarts the idle time of a session while its upload is arriving. Does nothing for an ended session. */
export async function keepSession(db: Db, tokenHash: string, at: OpenAt): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastSeenAtMs: at.nowMs })
    .where('tokenHash', '=', tokenHash)
    .where(isOpen(at))
    .execute()
}
