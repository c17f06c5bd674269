import { trustedDays } from '@health-console/contract/staff/second-factor.ts'
import type { FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import { latestEnd, latestPast } from '../../../core/database/past.ts'
import type { Db } from '../../../core/database/tables.ts'
import { deviceCookie } from './cookies.ts'

/** How long a browser is trusted. */
export const trustMs = trustedDays * 24 * 3_600_000

/** The maximum number of known devices. The least recently used ones are forgotten. */
const devicesPerAdmin = 20

/**
 * The token that identifies the browser: the one in its cookie, even if another admin signed in with it, otherwise a
 * new one.
 */
export async function deviceTokenOf({ db, config }: Context, request: FastifyRequest): Promise<string> {
  const presented = deviceCookie(config).read(request)
  if (presented === undefined) return newToken()
  const known = await db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(presented))
    .limit(1)
    .executeTakeFirst()
  // Only tokens that the server has issued are accepted.
  return known ? presented : newToken()
}

/** Whether this admin has signed in with the device before. */
export async function isDeviceOf(db: Db, token: string, adminId: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(token))
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a session began in a browser in which another admin has signed in, too. */
export async function isSessionOnDeviceOf(db: Db, sessionId: string, adminId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('knownDevices', 'knownDevices.tokenHash', 'sessions.deviceHash')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('knownDevices.adminId', '=', adminId)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(db: Db, token: string, adminId: string, nowMs: number): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values({ tokenHash: hashToken(token), adminId, lastUsedAtMs: nowMs, trustedUntilMs: 0 })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'adminId']).doUpdateSet({ lastUsedAtMs: nowMs }))
    .execute()
  const newest = db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('adminId', '=', adminId)
    .orderBy('lastUsedAtMs', 'desc')
    .orderBy('tokenHash')
    .limit(devicesPerAdmin)
  await db.deleteFrom('knownDevices').where('adminId', '=', adminId).where('tokenHash', 'not in', newest).execute()
}

/** Until when a known device may sign in without a code; 0: it needs one. */
export async function setTrust(db: Db, tokenHash: string, adminId: string, trustedUntilMs: number): Promise<void> {
  await db
    .updateTable('knownDevices')
    .set({ trustedUntilMs })
    .where('tokenHash', '=', tokenHash)
    .where('adminId', '=', adminId)
    .execute()
}

export async function isTrustedDevice(db: Db, token: string, adminId: string, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(token))
    .where('adminId', '=', adminId)
    .where('trustedUntilMs', '>', nowMs)
    .where('trustedUntilMs', '<=', latestEnd(nowMs, trustMs))
    .where('lastUsedAtMs', '<=', latestPast(nowMs))
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the trust in all devices of an admin, optionally except one. They stay known. */
export async function distrustDevicesOf(db: Db, adminId: string, exceptToken?: string): Promise<void> {
  let query = db.updateTable('knownDevices').set({ trustedUntilMs: 0 }).where('adminId', '=', adminId)
  if (exceptToken !== undefined) query = query.where('tokenHash', '!=', hashToken(exceptToken))
  await query.execute()
}

export async function forgetDevicesOf(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom('knownDevices').where('adminId', '=', adminId).execute()
}
