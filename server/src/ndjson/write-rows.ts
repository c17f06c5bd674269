import { setImmediate } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/tables.ts'
import type { LineKind, Problem } from './line-kind.ts'

export type Outcome = 'applied' | 'unchanged' | Problem

/** Rows in a statement, which may only have a limited number of parameters; fewer where its end is waited for. */
const statementRows = { short: 50, long: 500 }
/** What a transaction holds before the time counts: smaller ones cost twice as much a row on SQLite. */
const leastRows = 120
/** How long others wait to write where there is one writer. */
const longestHoldMs = 50

/**
 * Writes rows from the first on, in one transaction: all of them, or fewer where others wait to write.
 * @param end the last work in the transaction, given what became of these rows
 * @returns what became of each row that was written
 */
export async function writeSome<Row extends { id: string }, Checked>(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  kind: LineKind<Row, Checked>,
  rows: readonly Row[],
  end: (transaction: Transaction, outcomes: Outcome[]) => Promise<void>,
): Promise<Outcome[]> {
  const isShort = !engine.mayHoldWriteLock()
  const most = isShort ? statementRows.short : statementRows.long
  let startedAt = 0
  const outcomes = await db.transaction().execute(async (transaction) => {
    startedAt = performance.now()
    const written: Outcome[] = []
    // A user who is erased meanwhile must not come back.
    await engine.serialize(transaction, 'erasures')
    while (written.length < rows.length) {
      written.push(...(await writeStatement(transaction, kind, rows.slice(written.length, written.length + most))))
      if (!isShort) continue
      if (written.length >= leastRows && performance.now() - startedAt >= longestHoldMs) break
      // SQLite answers at once, so without this nothing else would run before the end of the transaction.
      await setImmediate()
    }
    await end(transaction, written)
    return written
  })
  if (isShort) await engine.yieldWriteLock(performance.now() - startedAt)
  return outcomes
}

async function writeStatement<Row extends { id: string }, Checked>(
  transaction: Transaction,
  kind: LineKind<Row, Checked>,
  rows: readonly Row[],
): Promise<Outcome[]> {
  const erased = await kind.findErased(transaction, rows.map(kind.userIdOf))
  const taken = rows.filter((row) => !erased.has(kind.userIdOf(row)))
  const written = new Set(taken.length > 0 ? await kind.write(transaction, taken) : [])
  const left = taken.filter(({ id }) => !written.has(id))
  const conflicts = await kind.findConflicts(transaction, left)
  return rows.map((row) => {
    if (written.has(row.id)) return 'applied'
    return erased.has(kind.userIdOf(row)) ? erasedProblem : (conflicts.get(row.id) ?? 'unchanged')
  })
}

const erasedProblem: Problem = { path: '', code: 'erased', message: 'The user was erased' }
