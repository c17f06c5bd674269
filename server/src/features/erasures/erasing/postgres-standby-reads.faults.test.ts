import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgresBinaries } from '../../../../testing/engines/postgres-binaries.ts'
import { startStandby } from '../../../../testing/engines/postgres-standby.ts'
import { startPrivatePostgres } from '../../../../testing/engines/private-postgres.ts'
import { afterErasing, filesWithTexts, isFinished } from '../../../../testing/users/erased-rows.ts'
import { migrate } from '../../../core/database/upgrade/migrate.ts'
import { openDatabase } from '../../../core/database/open.ts'

const never = new AbortController().signal
const patience = { timeout: 120_000 }
const binaries = findPostgresBinaries() ?? ''

/** A PostgreSQL with the console's tables, and a standby that reports what its readers still need. */
async function startPair({ hasSlot }: { hasSlot: boolean }) {
  const primary = await startPrivatePostgres(binaries)
  onTestFinished(() => primary.stop())
  const database = openDatabase({ databaseUrl: primary.url, dataDir: '' }, { timeouts: 'long' })
  try {
    await migrate(database)
    if (hasSlot) await sql`select pg_create_physical_replication_slot('standby')`.execute(database.db)
  } finally {
    await database.close()
  }
  const standby = await startStandby(binaries, primary.url, [
    'hot_standby_feedback=on',
    'wal_receiver_status_interval=1s',
    ...(hasSlot ? ['primary_slot_name=standby'] : []),
  ])
  return { url: primary.url, standby }
}

test.for([
  { what: 'a standby with feedback', hasSlot: false, named: /^the standby at 127\.0\.0\.1/ },
  { what: 'a standby with feedback and a replication slot', hasSlot: true, named: /^the replication slot 'standby'/ },
])(
  'while a transaction on $what can still read the erased rows, the erasure is not finished, and what it waits for is named',
  async ({ hasSlot, named }) => {
    const { url, standby } = await startPair({ hasSlot })
    const place = { DATABASE_URL: url, DATABASE_DIRECT_URL: url }
    const { testApp, context, owner, erase, finish } = await afterErasing(300, {}, place)
    const users = () => standby.query<{ users: string }>('select count(*) as users from end_users')
    await expect.poll(users, patience).toEqual([{ users: '301' }])
    const reader = new pg.Client({ connectionString: standby.url.href })
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query('begin isolation level repeatable read; select count(*) from end_users')
    const olderReaders = async () => (await context.engine.describeOlderReaders?.(context.db, context.now())) ?? []
    await expect.poll(olderReaders, patience).toContainEqual(expect.stringMatching(named))

    await erase()
    await finish(never)
    testApp.advance(61_000)
    await finish(never)
    expect(await isFinished(testApp)).toBe(false)
    expect(await filesWithTexts(owner.db)).toEqual(['end_users', 'reports'])
    const waits = context.db.selectFrom('auditEvents').select('reason').where('action', '=', 'user.erase_wait')
    expect(await waits.execute()).toHaveLength(1)

    await reader.query('commit')
    const finished = async () => {
      await finish(never)
      return isFinished(testApp)
    }
    await expect.poll(finished, patience).toBe(true)
    expect(await filesWithTexts(owner.db)).toEqual([])
  },
)
