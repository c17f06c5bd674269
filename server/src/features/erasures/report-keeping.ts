import { byServer } from '../../core/audit/entry.ts'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/database/tables.ts'
import { reportsExpireMail } from '../../mail/templates/reports-expire.ts'
import { mailSuperAdmins } from '../staff/admins/mail-super-admins.ts'
import { countOlder } from './old-reports.ts'

const hourMs = 60 * 60_000
/** The time for correcting a value that was set or lowered by mistake. */
const graceMs = 24 * hourMs
/** Servers record their value each minute. A value that was replaced by another no longer counts after this time. */
const liveMs = 5 * 60_000
/** In the time zone of the server. */
const nightEndsAtHour = 5
/** The value of a server on which `REPORTS_KEPT_YEARS` is not set. */
const forever = 0

/** Which reports are deleted: those older than some years, from a time on. */
type Expiry = { years: number; fromMs: number }

/**
 * Records this server's `REPORTS_KEPT_YEARS`, and logs a change. If it was set or lowered, the super admins get an
 * email that says how many reports will be deleted, and when. Call it each minute.
 */
export async function noteReportsKept(context: Context): Promise<void> {
  const { db, engine, audit, config, now } = context
  const years = config.reportsKeptYears ?? forever
  await db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'reports kept')
    const nowMs = now()
    const others = await transaction.selectFrom('reportsKept').selectAll().where('years', '!=', years).execute()
    const { numUpdatedRows } = await transaction
      .updateTable('reportsKept')
      .set({ seenAtMs: nowMs })
      .where('years', '=', years)
      .executeTakeFirst()
    const ended = others.filter(({ seenAtMs }) => seenAtMs < nowMs - liveMs).map((other) => other.years)
    if (ended.length > 0) await transaction.deleteFrom('reportsKept').where('years', 'in', ended).execute()
    if (numUpdatedRows > 0n) return
    // The announcement of a lower value covers this one.
    const lower = others.filter((other) => other.years !== forever && other.years < years)
    const sinceMs = Math.min(nowMs, ...lower.map((other) => other.sinceMs))
    await transaction.insertInto('reportsKept').values({ years, sinceMs, seenAtMs: nowMs }).execute()
    // On a new console nothing has changed.
    if (years === forever && others.length === 0) return
    const reason = years === forever ? 'kept_forever' : `kept_${years}_years`
    await audit.append(transaction, [{ ...byServer, action: 'reports.keep', subjects: [], reason }])
    if (years === forever || lower.length > 0 || config.mail.method === 'off') return
    const { reports } = await countOlder({ db: transaction, now }, years)
    const content = reportsExpireMail(config, { years, reports, fromMs: sinceMs + graceMs })
    await mailSuperAdmins(transaction, context, { kind: 'reports-expire', content })
  })
}

/** @returns undefined while reports are not deleted; the longest time of all servers applies */
export async function findExpiry(db: Db): Promise<Expiry | undefined> {
  const rows = await db.selectFrom('reportsKept').selectAll().orderBy('years', 'desc').execute()
  const [longest] = rows
  if (!longest || rows.some(({ years }) => years === forever)) return undefined
  return { years: longest.years, fromMs: longest.sinceMs + graceMs }
}

/** Whether it is night, and the value has been set or lowered for long enough. */
export const mayExpireAt = ({ fromMs }: Expiry, nowMs: number): boolean =>
  nowMs >= fromMs && new Date(nowMs).getHours() < nightEndsAtHour
