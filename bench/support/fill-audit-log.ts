import { type Kysely, sql } from 'kysely'
import { createRandom } from '../../server/src/operations/demo/random.ts'
import type { Engine } from '../../server/src/core/database/engine.ts'
import type { Tables } from '../../server/src/core/database/tables.ts'

const users = 100_000
const pageSize = 20
const staff = 40
const atOnce = 200_000
const beganAtMs = Date.parse('2020-01-01T00:00:00Z')
const stepMs = 18_000

/** The ids that the entries of a filled audit log refer to. */
export type FilledLog = { userIds: string[]; actorIds: string[]; sequences: number; fromMs: number; stepMs: number }

/**
 * Fills the audit log with years of a busy clinic's entries. SQL statements generate the rows, so they have no hashes.
 * A third of the lists and searches is the first page, so that very many rows refer to its users.
 */
export async function fillAuditLog(db: Kysely<Tables>, engine: Engine, sequences: number): Promise<FilledLog> {
  const random = createRandom(3)
  const userIds = Array.from({ length: users }, (_, index) => random.uuid(1_600_000_000_000 + index * 60_000))
  const actorIds = Array.from({ length: staff }, () => random.uuid(1_600_000_000_000))
  const run = async (text: string) => (await sql.raw(text).execute(db)).rows
  await run('create table bench_users (n integer primary key, id text not null)')
  await run('create table bench_pages (n integer primary key, subjects text not null)')
  await run('create table bench_staff (n integer primary key, id text not null)')
  await insert(db, 'bench_users', userIds)
  await insert(db, 'bench_staff', actorIds)
  await insert(
    db,
    'bench_pages',
    Array.from({ length: users / pageSize }, (_, page) =>
      JSON.stringify(userIds.slice(page * pageSize, (page + 1) * pageSize).map((id) => `user:${id}`)),
    ),
  )

  const indexes = await listIndexes(db, engine)
  for (const { name } of indexes) await run(`drop index ${name}`)
  const isPostgres = engine.name === 'postgres'
  if (isPostgres) await run('alter table audit_terms drop constraint audit_terms_primary_key')
  for (let first = 1; first <= sequences; first += atOnce) {
    await run(eventsOf(first, Math.min(first + atOnce - 1, sequences)))
  }
  for (const { definition } of indexes) await run(definition)
  await run(isPostgres ? termsInPostgres : termsInSqlite)
  if (isPostgres) {
    const key = 'primary key (term, action, outcome, at_ms, sequence)'
    await run(`alter table audit_terms add constraint audit_terms_primary_key ${key}`)
  }
  await run(`update audit_index set sequence = ${sequences}`)
  if (isPostgres) await run('vacuum (analyze)')
  return { userIds, actorIds, sequences, fromMs: beganAtMs, stepMs }
}

async function insert(db: Kysely<Tables>, table: string, values: string[]): Promise<void> {
  for (let first = 0; first < values.length; first += 500) {
    const rows = values.slice(first, first + 500).map((value, index) => sql`(${sql.lit(first + index)}, ${value})`)
    await sql`insert into ${sql.table(table)} values ${sql.join(rows)}`.execute(db)
  }
}

/** The indexes without the primary key. They are built after the rows, which is much faster. */
async function listIndexes(db: Kysely<Tables>, engine: Engine) {
  const query =
    engine.name === 'sqlite'
      ? sql<{ name: string; definition: string }>`
          select name, sql as definition from sqlite_schema where type = 'index' and tbl_name = 'audit_events' and sql is not null`
      : sql<{ name: string; definition: string }>`
          select indexname as name, indexdef as definition from pg_indexes
          where tablename = 'audit_events' and indexname not like '%pkey'`
  return (await query.execute(db)).rows
}

/** The random number `dice` selects the action; `other` selects its subject and its actor. */
function eventsOf(first: number, last: number): string {
  return `
    insert into audit_events (sequence, version, at_ms, actor_id, session_id, action, subjects, outcome, reason, count,
      address, request_id, previous_hash, hash)
    with recursive numbers (n) as (select cast(${first} as bigint) union all select n + 1 from numbers where n < ${last}),
    thrown as (
      select n, (n * 2654435761 % 4294967296) / 7919 % 100 as dice, n * 40503 % 1000003 as other,
        n * 48271 % 2147483647 as third
      from numbers
    ),
    done as (
      select thrown.*, case
        when dice < 8 then 'users.list' when dice < 12 then 'users.search' when dice < 45 then 'user.view'
        when dice < 60 then 'reports.list' when dice < 70 then 'report.view' when dice < 73 then 'reports.download_all'
        when dice < 85 then 'session.sign_in' when dice < 92 then 'session.sign_out' when dice < 95 then 'files.view'
        when dice < 97 then 'files.download' when dice < 98 then 'invitation.create' else 'session.sign_in' end as action
      from thrown
    )
    select done.n, 1, ${beganAtMs} + done.n * ${stepMs}, case when dice < 98 then bench_staff.id end,
      case when dice < 98 then 'session-' || done.n / 40 end, action,
      case when dice < 12 then bench_pages.subjects when dice < 73 then '["user:' || bench_users.id || '"]' else '[]' end,
      case when dice >= 98 then 'failed' when third % 500 = 0 then 'denied' else 'ok' end, null, 1,
      '192.0.2.' || third % 200, 'request-' || done.n, 'none', 'none'
    from done
    join bench_staff on bench_staff.n = third / 3 % ${staff}
    join bench_pages on bench_pages.n = case when other % 3 = 0 then 0 else other % ${users / pageSize} end
    join bench_users on bench_users.n = other % ${users}`
}

const named = (value: string, from: string) =>
  `select ${value}, action, outcome, at_ms, sequence from audit_events ${from}`
const terms = (subjects: string) => `
  insert into audit_terms
  ${subjects}
  union all ${named("'session:' || session_id", 'where session_id is not null')}
  union all ${named("'request:' || request_id", '')}
  union all ${named("'address:' || address", '')}`
// SQLite keeps the table itself in the order of its key.
const termsInSqlite = `${terms(named('value', 'cross join json_each(subjects)'))} order by 1, 2, 3, 4, 5`
const termsInPostgres = terms(
  named('value', 'cross join lateral json_array_elements_text(subjects::json) as one (value)'),
)
