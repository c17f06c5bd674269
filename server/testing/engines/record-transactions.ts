import { type SQLInputValue, type StatementResultingChanges, StatementSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'

/**
 * Records how many rows each transaction changes on SQLite, and each change without one, until the end of the test. Only
 * one connection may write meanwhile.
 */
export function recordTransactions(): number[] {
  const transactions: number[] = []
  let changed: number | undefined
  const note = (statement: StatementSync, rows: number) => {
    const { sourceSQL: text } = statement
    if (text === 'begin immediate') changed = 0
    else if (text === 'commit') {
      if (changed !== undefined && changed > 0) transactions.push(changed)
      changed = undefined
    } else if (text === 'rollback') changed = undefined
    else if (changed !== undefined) changed += rows
    else if (rows > 0) transactions.push(rows)
  }
  const { run, all } = StatementSync.prototype
  Object.assign(StatementSync.prototype, {
    run(this: StatementSync, ...values: SQLInputValue[]) {
      const result: StatementResultingChanges = Reflect.apply(run, this, values)
      // What begins or ends a transaction reports the changes of an earlier statement.
      note(this, /^(?:insert|update|delete)/i.test(this.sourceSQL) ? Number(result.changes) : 0)
      return result
    },
    all(this: StatementSync, ...values: SQLInputValue[]) {
      const rows: unknown[] = Reflect.apply(all, this, values)
      note(this, /^(?:insert|update|delete)/i.test(this.sourceSQL) ? rows.length : 0)
      return rows
    },
  })
  onTestFinished(() => {
    Object.assign(StatementSync.prototype, { run, all })
  })
  return transactions
}
