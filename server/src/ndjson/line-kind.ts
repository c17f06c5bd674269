import { explainIssues } from '@health-console/contract/explain-issue.ts'
import type { LineProblem } from '@health-console/contract/line-problems.ts'
import type * as z from 'zod/mini'
import type { Db, Transaction } from '../database/tables.ts'
import { type JsonLine, readJsonLine } from './json-line.ts'

explainIssues()

/** Why a line is not taken. */
export type Problem = Pick<LineProblem, 'path' | 'code' | 'message'>

/** What a line would take away from a user. */
export type Emptied = { field: string; isOnHold: boolean }

/** What a file or a body contains, one row a line. */
export type LineKind<Row extends { id: string }, Checked> = {
  noun: 'user' | 'report'
  schema: z.ZodMiniType<Checked>
  toRow(checked: Checked, line: JsonLine): Row
  /** Of a line that may be wrong elsewhere. */
  idIn: z.ZodMiniType<string>
  userIdOf(row: Row): string
  /** Which of these users were erased, and are left out. */
  findErased(transaction: Transaction, userIds: string[]): Promise<Set<string>>
  /** The rows that would empty a field of a user who is stored, by their ids. */
  findEmptied?(transaction: Transaction, rows: readonly Row[], allowsOlder?: boolean): Promise<Map<string, Emptied>>
  /** Why rows cannot be taken beside those in the database, by their ids. */
  findConflicts(db: Db, rows: readonly Row[]): Promise<Map<string, Problem>>
  /** The tables that are written, by their database names. */
  tables: readonly string[]
  /**
   * Inserts rows with distinct ids, or updates those whose id exists, but for those with a conflict.
   * @param allowsOlder whether a newer revision may be replaced too
   * @returns the ids of those that were not the same already
   */
  write(transaction: Transaction, rows: readonly Row[], allowsOlder?: boolean): Promise<string[]>
  /** Whether `toRow` removes characters. */
  isCleaned?(checked: Checked): boolean
}

type ReadLine<Row> = { row: Row; isCleaned: boolean } | { id: string | null; problems: Problem[] }

/** @param pause is awaited now and then in a long line */
export async function parseLine<Row extends { id: string }, Checked>(
  { schema, toRow, idIn, isCleaned }: LineKind<Row, Checked>,
  text: string,
  pause = async () => {},
): Promise<ReadLine<Row>> {
  let line: JsonLine
  try {
    line = await readJsonLine(text, pause)
  } catch {
    return { id: null, problems: [{ path: '', code: 'not_json', message: 'This line is not JSON' }] }
  }
  const result = schema.safeParse(line.value)
  if (result.success && !line.problem)
    return { row: toRow(result.data, line), isCleaned: isCleaned?.(result.data) ?? false }
  const problems = line.problem ? [line.problem] : (result.error?.issues.map(toProblem) ?? [])
  return {
    id: idIn.safeParse(line.value).data ?? null,
    problems: problems.map((problem) => ({ ...problem, code: 'invalid' })),
  }
}

function toProblem(issue: z.core.$ZodIssue): Pick<Problem, 'path' | 'message'> {
  if (issue.code === 'unrecognized_keys') return { path: issue.keys.join(', '), message: 'Unknown field' }
  return { path: issue.path.join('.'), message: issue.message }
}
