import { sql } from 'kysely'
import type { Overwrite } from '../engine.ts'
import type { Db } from '../tables.ts'
import { onLongConnection, replaceStatistics } from './statistics.ts'

const tables = ['end_users', 'reports'] as const

/** A transaction, prepared transaction or replication slot. */
type Reader = {
  id: string
  /** Whether it may still read rows that were deleted before a transaction. Null if this role may not see it. */
  holds: boolean | null
  sinceMs: number | null
  /** For the system administrator. */
  what: string
}

/**
 * VACUUM keeps a deleted row while anything may still read it. A role sees which transactions there are, but may not see
 * what those of other roles can read. Those that run now may read what is deleted now. So may those that begin before
 * these have ended, because a snapshot also excludes what was running when it began.
 */
export async function notePostgresDeletion(db: Db, directUrl: string): Promise<Overwrite> {
  const notedAtMs = Date.now()
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  const deletedBefore = rows[0]?.next ?? '0'
  const findHidden = (readers: Reader[]) => readers.filter(({ holds }) => holds === null)
  const toIds = (readers: Reader[]) => new Set(readers.map(({ id }) => id))
  let hidden = toIds(findHidden(await listReaders(db, deletedBefore)))
  let isSecondRound = false
  let before: Vacuums[] | undefined

  return async () => {
    const readers = await listReaders(db, deletedBefore)
    const waiting = readers.filter(({ id, holds }) => holds ?? hidden.has(id))
    if (waiting.length === 0 && !isSecondRound) {
      isSecondRound = true
      waiting.push(...findHidden(readers))
      hidden = toIds(waiting)
    }
    if (waiting.length > 0) {
      return { isDone: false, sinceMs: Math.min(...waiting.map(({ sinceMs }) => sinceMs ?? notedAtMs)) }
    }
    const vacuums = await readVacuums(db)
    if (vacuums.every(({ isAllowed }) => isAllowed)) {
      await vacuum(directUrl)
      return { isDone: true }
    }
    // Only the tables' owner or autovacuum can do it: wait until each table has been vacuumed from now on.
    if (!before && vacuums.every(({ isRunning }) => !isRunning)) before = vacuums
    const isLater = ({ table, count }: Vacuums) =>
      before?.some((earlier) => earlier.table === table && earlier.count < count) ?? false
    return vacuums.every(isLater) ? { isDone: true } : { isDone: false, sinceMs: notedAtMs }
  }
}

/** What prevents VACUUM from removing rows that were deleted at a time, for the system administrator. */
export async function describeOlderReaders(db: Db, deletedAtMs: number): Promise<string[]> {
  return (await listReaders(db, '0'))
    .filter(({ sinceMs }) => sinceMs === null || sinceMs < deletedAtMs)
    .map(({ what, sinceMs }) => (sinceMs === null ? what : `${what}, since ${new Date(sinceMs).toISOString()}`))
}

/**
 * Lists what may read older states of this database: its transactions, other than those of VACUUM, prepared
 * transactions, replication slots, and standbys.
 * @param deletedBefore the first transaction that began after the deletion
 */
async function listReaders(db: Db, deletedBefore: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    with now as (select pg_snapshot_xmax(pg_current_snapshot())::text::numeric as next), reader as (
      select locks.virtualtransaction as id, greatest(age(backend_xmin), age(backend_xid)) as age,
        query = '<insufficient privilege>' as is_hidden, extract(epoch from xact_start) * 1000 as since_ms,
        format('the transaction of process %s of role %s', pid, usename) as what
      from pg_locks locks join pg_stat_activity activity using (pid)
      where locks.locktype = 'virtualxid' and locks.mode = 'ExclusiveLock' and locks.granted
        and (datname is null or datname = current_database())
        and pid <> pg_backend_pid() and pid not in (select pid from pg_stat_progress_vacuum)
      union all
      select gid, age(transaction), false, extract(epoch from prepared) * 1000,
        format('the prepared transaction %L', gid)
      from pg_prepared_xacts where database = current_database()
      union all
      select slot_name, greatest(age(xmin), age(catalog_xmin)), false, null,
        format('the replication slot %L', slot_name)
      from pg_replication_slots where xmin is not null or catalog_xmin is not null
      union all
      select 'standby ' || pid, age(backend_xmin), false, null,
        format('the standby at %s', coalesce(client_addr::text, 'this machine'))
      from pg_stat_replication where backend_xmin is not null)
    select id, case when is_hidden then null else coalesce(age, 0) > next - ${deletedBefore}::numeric end as holds,
      floor(since_ms)::bigint as since_ms, what
    from reader, now where is_hidden or age is not null`.execute(db)
  return rows
}

/**
 * Removes deleted rows from tables, and from their indexes and statistics, which PostgreSQL would otherwise do later, or
 * not at all for a few rows.
 */
function vacuum(url: string): Promise<void> {
  return onLongConnection(url, async (client) => {
    for (const table of tables) {
      await client.query(`vacuum (index_cleanup on) ${table}`)
      await replaceStatistics(client, table)
    }
  })
}

type Vacuums = { table: string; count: number; isRunning: boolean; isAllowed: boolean }

/** How often each table was vacuumed, by any role, and whether this role may do it: otherwise PostgreSQL skips the table. */
async function readVacuums(db: Db): Promise<Vacuums[]> {
  const { rows } = await sql<Vacuums>`
    select stats.relname as table, (stats.vacuum_count + stats.autovacuum_count)::int as count,
      exists (
        select from pg_locks where relation = stats.relid and mode = 'ShareUpdateExclusiveLock' and granted
      ) as is_running,
      pg_has_role(class.relowner, 'usage') or pg_has_role(base.datdba, 'usage')
        or case when current_setting('server_version_num')::int >= 170000
          then has_table_privilege(class.oid, 'maintain') else false end as is_allowed
    from pg_stat_user_tables stats join pg_class class on class.oid = stats.relid
      join pg_database base on base.datname = current_database()
    where stats.relname in (${sql.join([...tables])}) and stats.schemaname = current_schema()`.execute(db)
  return rows
}
