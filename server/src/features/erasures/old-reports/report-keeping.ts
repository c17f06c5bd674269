import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import { isAhead } from '../../../core/database/past.ts'
import { graceMs, hasMoved } from '../../../core/database/steady-clock.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { reportsExpireMail } from '../../../mail/templates/reports-expire.ts'
import { mailSuperAdmins } from '../../staff/admins/mail-super-admins.ts'
import { countOlder } from './old-reports.ts'

/** Servers record their value each minute. A value that was replaced by another no longer counts after this time. */
const liveMs = 5 * 60_000
/** In the time zone of the server. */
const nightEndsAtHour = 5
/** The value of a server on which `REPORTS_KEPT_YEARS` is not set. */
const forever = 0

/** Which reports are deleted: those older than some years, from a time on, unless the clock has moved. */
type Expiry = { years: number; fromMs: number; seenAtMs: number }

/**
 * Records this server's `REPORTS_KEPT_YEARS`, and logs a change. If it was set or lowered, or if the clock has moved, a
 * day begins before reports are deleted, and the super admins get an email that says how many reports will be deleted,
 * and when. Call it each minute.
 */
export async function noteReportsKept(context: Context): Promise<void> {
  const { db, engine, audit, config, now } = context
  const years = config.reportsKeptYears ?? forever
  await db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'reports kept')
    const nowMs = now()
    const rows = await transaction.selectFrom('reportsKept').selectAll().execute()
    const own = rows.find((row) => row.years === years)
    const others = rows.filter((row) => row !== own)
    const ended = others.filter(({ seenAtMs }) => seenAtMs < nowMs - liveMs || isAhead(seenAtMs, nowMs))
    if (ended.length > 0)
      await transaction
        .deleteFrom('reportsKept')
        .where(
          'years',
          'in',
          ended.map((other) => other.years),
        )
        .execute()
    if (own) {
      const isMoved = hasMoved(own.seenAtMs, nowMs)
      await transaction
        .updateTable('reportsKept')
        .set({ seenAtMs: nowMs, ...(isMoved && { sinceMs: nowMs }) })
        .where('years', '=', years)
        .execute()
      if (isMoved) await announce(transaction, context, { years, sinceMs: nowMs, cause: 'clock' })
      return
    }
    // The announcement of a lower value covers this one.
    const lower = others.filter(
      (other) => other.years !== forever && other.years < years && !hasMoved(other.seenAtMs, nowMs),
    )
    const sinceMs = Math.min(nowMs, ...lower.map((other) => other.sinceMs))
    await transaction.insertInto('reportsKept').values({ years, sinceMs, seenAtMs: nowMs }).execute()
    // On a new console nothing has changed.
    if (years === forever && others.length === 0) return
    const reason = years === forever ? 'kept_forever' : `kept_${years}_years`
    await audit.append(transaction, [{ ...byServer, action: 'reports.keep', subjects: [], reason }])
    if (lower.length === 0) await announce(transaction, context, { years, sinceMs, cause: 'value' })
  })
}

async function announce(
  transaction: Transaction,
  context: Context,
  { years, sinceMs, cause }: { years: number; sinceMs: number; cause: 'value' | 'clock' },
): Promise<void> {
  const { config, now } = context
  if (years === forever || config.mail.method === 'off') return
  const { reports } = await countOlder({ db: transaction, now }, years)
  // A server that was stopped for days is no news unless reports are about to be deleted.
  if (cause === 'clock' && reports === 0) return
  const content = reportsExpireMail(config, { years, reports, sinceMs, fromMs: sinceMs + graceMs, cause })
  await mailSuperAdmins(transaction, context, { kind: 'reports-expire', content })
}

/** @returns undefined while reports are not deleted; the longest time of all servers applies */
export async function findExpiry(db: Db): Promise<Expiry | undefined> {
  const rows = await db.selectFrom('reportsKept').selectAll().orderBy('years', 'desc').execute()
  const [longest] = rows
  if (!longest || rows.some(({ years }) => years === forever)) return undefined
  return { years: longest.years, fromMs: longest.sinceMs + graceMs, seenAtMs: longest.seenAtMs }
}

/** Whether it is night, the value has been set or lowered for long enough, and the clock has not moved since. */
export const mayExpireAt = ({ fromMs, seenAtMs }: Expiry, nowMs: number): boolean =>
  nowMs >= fromMs && !hasMoved(seenAtMs, nowMs) && new Date(nowMs).getHours() < nightEndsAtHour
