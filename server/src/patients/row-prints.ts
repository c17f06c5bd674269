import { hash } from 'node:crypto'
import type { Db } from '../database/tables.ts'
import { listValuesAfter, readIndexChunks } from './store.ts'

/** A patient, and a hash of all values of the row: rows with the same print are the same. */
type RowPrint = { memberId: string; print: string }
type Values = readonly (string | number | null)[]

export const printsName = 'rowPrints'
const rowsPerChunk = 8_192
const rowsAtOnce = 2_000
/** 128 bits in base64. */
const printLength = 22

/** The prints of rows that were computed before: an import compares each row and then writes it. */
const known = new WeakMap<Values, string>()

/** @param row its values in the order of `patientColumns`, which do not change */
export function printOf(row: Values): string {
  const print = known.get(row) ?? hash('sha256', JSON.stringify(row), 'base64url').slice(0, printLength)
  known.set(row, print)
  return print
}

/** The prints of all rows as chunks of an index: a line for each, as member IDs hold no line breaks. */
export function* packPrints(rows: readonly Values[]): Generator<Buffer> {
  for (let from = 0; from < rows.length; from += rowsPerChunk) {
    const lines = rows.slice(from, from + rowsPerChunk).map((row) => printOf(row) + String(row[0]))
    yield Buffer.from(lines.join('\n'))
  }
}

/** The prints of a table in the order of the file, some at a time. Reading all rows takes many times longer. */
export async function* readPrints(db: Db, tableId: string): AsyncGenerator<RowPrint[]> {
  let isStored = false
  for await (const chunk of readIndexChunks(db, tableId, printsName)) {
    isStored = true
    yield unpackPrints(chunk)
  }
  if (!isStored) yield* printRows(db, tableId)
}

function unpackPrints(data: Uint8Array): RowPrint[] {
  const lines = Buffer.from(data).toString().split('\n')
  return lines.map((line) => ({ memberId: line.slice(printLength), print: line.slice(0, printLength) }))
}

/** Of a table that was imported by a version without prints. */
async function* printRows(db: Db, tableId: string): AsyncGenerator<RowPrint[]> {
  for (let position = 0; ; position += rowsAtOnce) {
    const rows = await listValuesAfter(db, tableId, position, rowsAtOnce)
    yield rows.map((row) => ({ memberId: String(row[0]), print: printOf(row) }))
    if (rows.length < rowsAtOnce) return
  }
}
