import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../core/context.ts'
import { latestEnd, latestPast } from '../core/database/past.ts'
import type { Db, Tables } from '../core/database/tables.ts'
import { challengeLifeMs } from '../features/staff/credentials/passkey-challenges.ts'
import { lifeMsOf } from '../features/staff/links/lifetimes.ts'
import { trustMs } from '../features/staff/sessions/devices.ts'

/** Times that only say by when something is deleted, or when it is repeated or too old. */
export const ageColumns = [
  ['sessions', 'signOnConfirmedAtMs'],
  ['knownDevices', 'lastUsedAtMs'],
  ['outbox', 'createdAtMs'],
  ['fileUploads', 'updatedAtMs'],
  ['patientImports', 'updatedAtMs'],
  ['patientKeptAnswers', 'atMs'],
  ['accessChecks', 'mailedAtMs'],
  ['maintenanceRuns', 'sinceMs'],
  ['maintenanceRuns', 'succeededAtMs'],
  ['maintenanceRuns', 'failedAtMs'],
  ['unknownObjects', 'firstSeenAtMs'],
  ['serviceTokens', 'lastUsedAtMs'],
] satisfies [keyof Tables, string][]

/**
 * Settles what was written while a clock was ahead, so that nothing comes back when that day arrives: what gives access
 * is deleted or ends, uses are no longer counted, and what is deleted by its age gets the age of today.
 */
export async function settleAhead({ db, now }: Pick<Context, 'db' | 'now'>, logger: FastifyBaseLogger): Promise<void> {
  const nowMs = now()
  const latestMs = latestPast(nowMs)
  const settled = {
    sessions: await countOf(
      db
        .deleteFrom('sessions')
        .where((where) => where.or([where('createdAtMs', '>', latestMs), where('lastSeenAtMs', '>', latestMs)])),
    ),
    signOns: await countOf(db.deleteFrom('signOnFlows').where('createdAtMs', '>', latestMs)),
    links: await endLinks(db, nowMs),
    trustedBrowsers: await countOf(
      db
        .updateTable('knownDevices')
        .set({ trustedUntilMs: 0 })
        .where('trustedUntilMs', '>', 0)
        .where((where) =>
          where.or([where('lastUsedAtMs', '>', latestMs), where('trustedUntilMs', '>', latestEnd(nowMs, trustMs))]),
        ),
    ),
    uses: await countOf(db.deleteFrom('countedUses').where('atMs', '>', latestMs)),
    ages: await countEach(ageColumns, ([table, column]) => {
      const untyped = db.withTables<Record<string, Record<string, number>>>()
      return untyped
        .updateTable<string>(table)
        .set({ [column]: nowMs })
        .where(column, '>', latestMs)
    }),
  }
  await db.deleteFrom('spentChallenges').where('expiresAtMs', '>', latestEnd(nowMs, challengeLifeMs)).execute()
  if (Object.values(settled).some((count) => count > 0))
    logger.warn(
      settled,
      'the clock was more than five minutes ahead when these rows were written. Sessions, links and trusted browsers from then have ended',
    )
}

/** Invitations stay in the list, as expired. */
async function endLinks(db: Db, nowMs: number): Promise<number> {
  const invitations = await countOf(
    db
      .updateTable('invitations')
      .set({ expiresAtMs: nowMs })
      .where('expiresAtMs', '>', latestEnd(nowMs, lifeMsOf.invitations)),
  )
  const others = await countEach(['recoveries', 'emailChanges', 'emailUndos'] as const, (table) =>
    db.deleteFrom(table).where('expiresAtMs', '>', latestEnd(nowMs, lifeMsOf[table])),
  )
  return invitations + others
}

type Statement = { executeTakeFirstOrThrow(): Promise<{ numUpdatedRows: bigint } | { numDeletedRows: bigint }> }

async function countOf(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirstOrThrow()
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows)
}

async function countEach<Item>(items: readonly Item[], statementOf: (item: Item) => Statement): Promise<number> {
  let count = 0
  for (const item of items) count += await countOf(statementOf(item))
  return count
}
