import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { shortTransactions } from '../short-transactions.ts'
import * as postgresFold from '../tables/search-fold-postgres.ts'
import * as sqliteFold from '../tables/search-fold-sqlite.ts'
import { foldedMemberId, foldedWords } from '../tables/user-search-sqlite.ts'
import type { Db, Transaction } from '../tables.ts'

/** What is searched. */
type Searched = 'users' | 'patients'

/** Others wait for a step. On SQLite, removing the old trigrams of a user takes some milliseconds. */
const rowsAtOnce = 100

const finished = new WeakMap<Db, Set<Searched>>()

/**
 * Whether stored text that an earlier version has folded may remain, after an upgrade, until `upgradeSearch` has
 * finished. Once it has, this is known without a query.
 */
export async function isUpgradingSearch(db: Db, name: Searched): Promise<boolean> {
  const known = finished.get(db) ?? new Set()
  finished.set(db, known)
  if (known.has(name)) return false
  const { rows } = await sql`select 1 from search_upgrades where name = ${name}`.execute(db)
  if (rows.length === 0) known.add(name)
  return rows.length > 0
}

/**
 * Folds what an earlier version has stored again, in short transactions that replicas do in turns. Each also stores how
 * far it got, so that a killed server continues there.
 */
export async function upgradeSearch(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  signal: AbortSignal,
): Promise<void> {
  const write = shortTransactions(engine)
  for (const name of ['users', 'patients'] as const) {
    while (!signal.aborted && (await isUpgradingSearch(db, name))) {
      await write(() =>
        db.transaction().execute(async (transaction) => {
          await engine.serialize(transaction, 'search-upgrade')
          const after = await findProgress(transaction, name)
          if (after === undefined) return
          const last = await steps[name](transaction, engine.name, after)
          await noteProgress(transaction, name, last)
        }),
      )
    }
  }
}

async function findProgress(db: Db, name: Searched): Promise<string | undefined> {
  const { rows } = await sql<{ after: string }>`select after from search_upgrades where name = ${name}`.execute(db)
  return rows[0]?.after
}

async function noteProgress(db: Db, name: Searched, last: string | undefined): Promise<void> {
  await (
    last === undefined
      ? sql`delete from search_upgrades where name = ${name}`
      : sql`update search_upgrades set after = ${last} where name = ${name}`
  ).execute(db)
}

/** Folds the next rows. @returns the last of them; undefined if there are no more */
type Step = (transaction: Transaction, engine: keyof typeof folds, after: string) => Promise<string | undefined>

const steps: Record<Searched, Step> = {
  users: async (transaction, engine, after) => {
    const page = await transaction
      .selectFrom('endUsers')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    const last = page.at(-1)?.id
    if (last !== undefined) await folds[engine].users(after, last).execute(transaction)
    return page.length < rowsAtOnce ? undefined : last
  },
  patients: async (transaction, engine, after) => {
    const [tableId = '', position = '0'] = after === '' ? [] : (JSON.parse(after) as [string, string])
    const isAfter = sql<boolean>`(table_id, position) > (${tableId}, ${Number(position)})`
    const page = await transaction
      .selectFrom('patients')
      .select(['tableId', 'position'])
      .where(isAfter)
      .orderBy('tableId')
      .orderBy('position')
      .limit(rowsAtOnce)
      .execute()
    const last = page.at(-1)
    if (last === undefined) return undefined
    await sql`
      update patients set member_id_folded = ${sql.raw(folds[engine].memberId)}
      where ${isAfter} and (table_id, position) <= (${last.tableId}, ${last.position})
        and ${sql.raw(folds[engine].hasOddMemberId)}`.execute(transaction)
    return page.length < rowsAtOnce ? undefined : JSON.stringify([last.tableId, String(last.position)])
  },
}

const folds = {
  sqlite: {
    users: (after: string, last: string) => sql`
      update user_search set words = folded.words, member_id_folded = folded.member_id_folded
      from (
        with named as materialized (
          select id, first_name, last_name, member_id, ${sql.raw(foldedMemberId('member_id'))} as member_id_folded
          from end_users
          where id > ${after} and id <= ${last}
            and ${sql.raw(sqliteFold.needsFolding(`(first_name || last_name || member_id || id)`))})
        select id, ${sql.raw(foldedWords)} as words, member_id_folded from named
      ) as folded
      where folded.id = user_search.id
        and (user_search.words, user_search.member_id_folded) is not (folded.words, folded.member_id_folded)`,
    memberId: sqliteFold.foldedForSearch('member_id'),
    hasOddMemberId: sqliteFold.needsFolding('member_id'),
  },
  postgres: {
    // The trigger folds them.
    users: (after: string, last: string) => sql`
      update end_users set words = words
      where id > ${after} and id <= ${last} and ${sql.raw(postgresFold.needsFolding(`concat(first_name, last_name, member_id, id)`))}
        and (words is distinct from ${sql.raw(postgresFold.foldedWords('end_users'))}
          or ${sql.raw(postgresFold.needsFolding('member_id'))})`,
    memberId: 'fold_search(member_id)',
    hasOddMemberId: postgresFold.needsFolding('member_id'),
  },
}
