import type { OpenSession } from '@health-console/contract/staff/own-sessions.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { setTrust } from './devices.ts'
import { isOpen } from './store.ts'

/** An admin's open sessions: the one of the request first, then the most recently used first. */
export async function listOpenSessions(
  { db, config, now }: Context,
  adminId: string,
  ownSessionId: string,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'address', 'userAgent', 'createdAtMs', 'lastSeenAtMs'])
    .where('adminId', '=', adminId)
    .where(isOpen({ idleMs: config.sessionIdleMs, nowMs: now() }))
    .orderBy('createdAtMs', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...describeBrowser(row.userAgent),
    address: row.address,
    createdAt: new Date(row.createdAtMs).toISOString(),
    lastSeenAt: new Date(row.lastSeenAtMs).toISOString(),
    isCurrent: row.id === ownSessionId,
  }))
}

/**
 * Revokes one session of an admin and the trust in its browser.
 * @throws ApiError if it has ended, or if it is the caller's own
 */
export async function endSession(
  transaction: Transaction,
  { adminId, sessionId }: { adminId: string; sessionId: string },
  ownSessionId: string,
): Promise<void> {
  if (sessionId === ownSessionId) throw conflict('This is the session that you are using. Log out to end it.')
  const ended = await transaction
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('adminId', '=', adminId)
    .returning('deviceHash')
    .executeTakeFirst()
  if (!ended) throw notFound('This session has already ended.')
  await setTrust(transaction, ended.deviceHash, adminId, 0)
}

/** The order matters, because most browsers also mention those that they are derived from. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.+ Safari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * The names of the browser and the system, empty if unknown. For a program other than a browser, the name is the one it
 * sends, such as "curl".
 */
export function describeBrowser(userAgent: string): { browser: string; system: string } {
  const isBrowser = userAgent.startsWith('Mozilla/')
  const [program = ''] = /^[\w.-]{1,30}(?=\/|$)/.exec(userAgent) ?? []
  return {
    browser: isBrowser ? nameIn(browsers, userAgent) : program,
    system: nameIn(systems, userAgent),
  }
}

function nameIn(names: [string, RegExp][], userAgent: string): string {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
}
