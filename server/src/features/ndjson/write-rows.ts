import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../core/context.ts'
import type { Transaction } from '../../core/database/tables.ts'
import type { Identifying, LineKind, RowError } from './line-kind.ts'

export type Outcome = 'applied' | 'unchanged' | RowError

/**
 * How many rows a statement has at most, because the number of its parameters is limited, and after how long the
 * transaction ends, because others may wait for it. Before it has `leastRows`, its duration does not matter: smaller
 * transactions cost twice as much per row on SQLite.
 */
const whileOthersWait = { statementRows: 50, leastRows: 120, longestHoldMs: 50 }
const otherwise = { statementRows: 500, leastRows: 1, longestHoldMs: 2_000 }
/**
 * About this many characters of users are indexed within some tens of milliseconds. Nothing else runs meanwhile on
 * SQLite, and on a busy PostgreSQL a longer statement could reach its time limit.
 */
const statementLength = 5_000

type Steps = {
  /** Counts users of whom a field would be emptied. @returns how many of them may be emptied */
  countEmptied?(transaction: Transaction, amount: number): Promise<number>
  /** The last work in the transaction, with the outcomes of its rows. */
  end(transaction: Transaction, outcomes: Outcome[]): Promise<void>
}

/**
 * Writes rows from the first on, in one transaction: all of them, or fewer if that takes long.
 * @returns the outcome of each row that was written
 */
export async function writeSome<Row extends { id: string }, Checked>(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  kind: LineKind<Row, Checked>,
  rows: readonly Row[],
  { countEmptied, end }: Steps,
): Promise<Outcome[]> {
  const isShort = !engine.mayHoldWriteLock()
  const limits = isShort ? whileOthersWait : otherwise
  let startedAt = 0
  const outcomes = await db.transaction().execute(async (transaction) => {
    startedAt = performance.now()
    const written: Outcome[] = []
    // A user who is erased meanwhile must not be added again.
    await engine.serialize(transaction, 'erasures')
    while (written.length < rows.length) {
      const next = takeNext(kind, rows, written.length, limits)
      written.push(...(await writeStatement(transaction, kind, next, countEmptied)))
      if (written.length >= limits.leastRows && performance.now() - startedAt >= limits.longestHoldMs) break
      // SQLite responds synchronously, so without this nothing else would run before the end of the transaction.
      if (isShort) await setImmediate()
    }
    await end(transaction, written)
    return written
  })
  if (isShort) await engine.yieldWriteLock(performance.now() - startedAt)
  return outcomes
}

/** The rows of the next statement: at least one. */
function takeNext<Row extends { id: string }, Checked>(
  { indexedLength = () => 0 }: LineKind<Row, Checked>,
  rows: readonly Row[],
  start: number,
  { statementRows }: typeof otherwise,
): Row[] {
  let length = 0
  const next = rows.slice(start, start + statementRows)
  const end = next.findIndex((row, index) => (length += indexedLength(row)) > statementLength && index > 0)
  return end === -1 ? next : next.slice(0, end)
}

async function writeStatement<Row extends { id: string }, Checked>(
  transaction: Transaction,
  kind: LineKind<Row, Checked>,
  rows: readonly Row[],
  countEmptied: Steps['countEmptied'],
): Promise<Outcome[]> {
  const erased = await kind.findErased(transaction, rows.map(kind.userIdOf))
  const known = rows.filter((row) => !erased.has(kind.userIdOf(row)))
  const rejected = await findRejected(transaction, kind, known, countEmptied)
  const taken = known.filter(({ id }) => !rejected.has(id))
  const written = new Set(taken.length > 0 ? await kind.write(transaction, taken) : [])
  const left = taken.filter(({ id }) => !written.has(id))
  const conflicts = await kind.findConflicts(transaction, left)
  return rows.map((row) => {
    if (written.has(row.id)) return 'applied'
    if (erased.has(kind.userIdOf(row))) return erasedError
    return rejected.get(row.id) ?? conflicts.get(row.id) ?? 'unchanged'
  })
}

const erasedError: RowError = { path: '', code: 'erased', message: 'The user was erased' }

/**
 * What identifies a user on legal hold does not change. Emptying it is a kind of erasing for other users too, so it is
 * counted.
 */
async function findRejected<Row extends { id: string }, Checked>(
  transaction: Transaction,
  kind: LineKind<Row, Checked>,
  rows: readonly Row[],
  countEmptied: Steps['countEmptied'],
): Promise<Map<string, RowError>> {
  const held = (await kind.findHeld?.(transaction, rows)) ?? new Map<string, Identifying>()
  const free = rows.filter(({ id }) => !held.has(id))
  const emptied = [...((await kind.findEmptied?.(transaction, free)) ?? [])]
  const allowed = emptied.length > 0 && countEmptied ? await countEmptied(transaction, emptied.length) : emptied.length
  return new Map([
    ...[...held].map(([id, identifying]) => [id, onLegalHold(identifying)] as const),
    ...emptied.slice(allowed).map(([id, field]) => [id, tooMany(field)] as const),
  ])
}

const onLegalHold = ({ field, isEmptied }: Identifying): RowError => ({
  path: field,
  code: isEmptied ? 'legal_hold' : 'on_hold',
  message: `The user is on legal hold, so this field cannot be ${isEmptied ? 'emptied' : 'changed'}`,
})

const tooMany = (path: string): RowError => ({
  path,
  code: 'too_many_emptied',
  message: 'This service account has erased or emptied too many users within an hour: send the line again later',
})
