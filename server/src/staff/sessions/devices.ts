import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import { deviceCookie, deviceLifeMs, newToken } from './cookies.ts'
import { hashToken } from './store.ts'

/** Only the most recently used devices stay known; nobody needs more. */
const devicesPerAdmin = 20

/** Identifies the browser: the token of its cookie, whoever signed in with it before, otherwise a new one. */
export async function deviceTokenOf({ db, config }: Context, request: FastifyRequest): Promise<string> {
  const given = deviceCookie(config).read(request)
  if (given === undefined) return newToken()
  const known = await db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(given))
    .limit(1)
    .executeTakeFirst()
  // A token that the server did not issue is not accepted.
  return known ? given : newToken()
}

/** True when this admin has signed in with the device before. */
export async function isDeviceOf(db: Kysely<Tables>, token: string, adminId: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(token))
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(db: Kysely<Tables>, token: string, adminId: string, nowMs: number): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values({ tokenHash: hashToken(token), adminId, lastUsedAtMs: nowMs })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'adminId']).doUpdateSet({ lastUsedAtMs: nowMs }))
    .execute()
  const kept = db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('adminId', '=', adminId)
    .orderBy('lastUsedAtMs', 'desc')
    .orderBy('tokenHash')
    .limit(devicesPerAdmin)
  await db.deleteFrom('knownDevices').where('adminId', '=', adminId).where('tokenHash', 'not in', kept).execute()
}

export async function forgetDevicesOf(db: Kysely<Tables>, adminId: string): Promise<void> {
  await db.deleteFrom('knownDevices').where('adminId', '=', adminId).execute()
}

/** Forgets devices whose cookie has expired in the browser. */
export async function deleteUnusedDevices(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db
    .deleteFrom('knownDevices')
    .where('lastUsedAtMs', '<=', nowMs - deviceLifeMs)
    .execute()
}
