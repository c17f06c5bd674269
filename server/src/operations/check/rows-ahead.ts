import type { Config } from '../../core/config.ts'
import { createClock } from '../../core/database/clock.ts'
import type { Database } from '../../core/database/open.ts'
import { latestPast } from '../../core/database/past.ts'
import { listTables } from '../../core/database/upgrade/restore-place.ts'
import type { Tables } from '../../core/database/tables.ts'
import { withDatabase } from './database.ts'
import { warning, type Result } from './finding.ts'

const times = [
  ['auditEvents', 'atMs', 'entries of the audit log'],
  ['admins', 'createdAtMs', 'admins'],
  ['invitations', 'createdAtMs', 'invitations'],
  ['patientImports', 'createdAtMs', 'imports'],
  ['fileVersions', 'createdAtMs', 'file versions'],
  ['erasures', 'erasedAtMs', 'erasures'],
] satisfies [keyof Tables, string, string][]

/** Looks for rows that were written while the clock was ahead. Sessions and links from then have already ended. */
export async function lookAtRowsAhead(config: Config): Promise<Result[]> {
  const found = await withDatabase(config, async (database) => {
    if (!(await listTables(database)).includes('audit_events')) return []
    const { now } = await createClock(database)
    return [...(await countRows(database, latestPast(now()))), ...(await nameTokens(database, latestPast(now())))]
  })
  if (found === undefined || found.length === 0) return []
  return [
    warning(
      `the clock was more than five minutes ahead: ${found.join(', ')} have a time in the future. Compare the clock with NTP`,
    ),
  ]
}

async function countRows({ db }: Database, latestMs: number): Promise<string[]> {
  const found: string[] = []
  for (const [table, column, words] of times) {
    const { count } = await db
      .withTables<Record<string, Record<string, number>>>()
      .selectFrom<string>(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .where(column, '>', latestMs)
      .executeTakeFirstOrThrow()
    if (count > 0) found.push(`${count} ${words}`)
  }
  return found
}

/** Tokens go on, because a device would stop without them. */
async function nameTokens({ db }: Database, latestMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('serviceTokens')
    .innerJoin('serviceAccounts', 'serviceAccounts.id', 'serviceTokens.accountId')
    .select('serviceAccounts.name')
    .distinct()
    .where('serviceTokens.createdAtMs', '>', latestMs)
    .orderBy('serviceAccounts.name')
    .execute()
  return rows.length === 0 ? [] : [`tokens of ${rows.map(({ name }) => name).join(', ')}`]
}
