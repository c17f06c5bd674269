import { explainIssues, shorten, unknownFields } from '@health-console/contract/http/explain-issue.ts'
import type { LineError } from '@health-console/contract/http/line-errors.ts'
import type * as z from 'zod/mini'
import type { Db, Transaction } from '../../core/database/tables.ts'
import { type ReadJson, readJson } from '../../core/read-json.ts'

explainIssues()

/** Why a line is rejected. */
export type RowError = Pick<LineError, 'path' | 'code' | 'message'>

/** A field that identifies a user, which a line would change. */
export type Identifying = { field: string; isEmptied: boolean }

/** The contents of a file or a batch, one row per line. */
export type LineKind<Row extends { id: string }, Checked> = {
  noun: 'user' | 'report'
  schema: z.ZodMiniType<Checked>
  toRow(checked: Checked, line: ReadJson): Row
  /** The id of a line that may be invalid elsewhere. */
  idIn: z.ZodMiniType<string>
  userIdOf(row: Row): string
  /** Which of these users were erased, and are left out. */
  findErased(transaction: Transaction, userIds: string[]): Promise<Set<string>>
  /** The fields that rows would empty, by the ids of the rows. */
  findEmptied?(transaction: Transaction, rows: readonly Row[], allowsOlder?: boolean): Promise<Map<string, string>>
  /** The rows that would change what identifies a user on legal hold, by their ids. */
  findHeld?(transaction: Transaction, rows: readonly Row[], allowsOlder?: boolean): Promise<Map<string, Identifying>>
  /** Why rows conflict with those in the database, by their ids. */
  findConflicts(db: Db, rows: readonly Row[]): Promise<Map<string, RowError>>
  /** The tables that are written, by their database names. */
  tables: readonly string[]
  /**
   * Inserts rows with distinct ids, or updates those whose id exists, except those with a conflict.
   * @param allowsOlder whether a newer revision may be replaced too
   * @returns the ids of the rows that were inserted or changed
   */
  write(transaction: Transaction, rows: readonly Row[], allowsOlder?: boolean): Promise<string[]>
  /** The characters of a row that the database indexes one by one, which takes it long. */
  indexedLength?(row: Row): number
  /** Whether `toRow` removes characters. */
  isCleaned?(checked: Checked): boolean
}

type ReadLine<Row> = { row: Row; isCleaned: boolean } | { id: string | null; errors: RowError[] }

/** @param pause is awaited now and then in a long line */
export async function parseLine<Row extends { id: string }, Checked>(
  { schema, toRow, idIn, isCleaned }: LineKind<Row, Checked>,
  text: string,
  pause = async () => {},
): Promise<ReadLine<Row>> {
  let line: ReadJson
  try {
    line = await readJson(text, pause)
  } catch {
    return { id: null, errors: [{ path: '', code: 'not_json', message: 'This line is not JSON' }] }
  }
  const result = schema.safeParse(line.value)
  if (result.success && !line.error)
    return { row: toRow(result.data, line), isCleaned: isCleaned?.(result.data) ?? false }
  const errors = line.error ? [line.error] : (result.error?.issues.map(toRowError) ?? [])
  return {
    id: idIn.safeParse(line.value).data ?? null,
    errors: errors.map((error) => ({ ...error, code: 'invalid' })),
  }
}

function toRowError(issue: z.core.$ZodIssue): Pick<RowError, 'path' | 'message'> {
  if (issue.code === 'unrecognized_keys') {
    const named = unknownFields(issue.keys)
    return { path: named.map(({ path }) => path).join(', '), message: named.at(-1)?.message ?? '' }
  }
  return { path: issue.path.map((key) => shorten(String(key))).join('.'), message: issue.message }
}
