import { hash } from 'node:crypto'
import type { Db } from '../../database/tables.ts'
import { readIndexChunks } from './store.ts'

/** A patient, and a hash of all values of the row: rows with the same hash are the same. */
type RowHash = { memberId: string; hash: string }
type Values = readonly (string | number | null)[]

export const rowHashesName = 'rowPrints'
const rowsPerChunk = 8_192
/** 128 bits in base64. */
const hashLength = 22

/** The hashes of rows that were computed before: an import compares each row and then writes it. */
const known = new WeakMap<Values, string>()

/** @param row its values in the order of `patientColumns`, which do not change */
export function hashRow(row: Values): string {
  const rowHash = known.get(row) ?? hash('sha256', JSON.stringify(row), 'base64url').slice(0, hashLength)
  known.set(row, rowHash)
  return rowHash
}

/** The hashes of all rows as chunks of an index: a line for each, as member IDs hold no line breaks. */
export function* packHashes(rows: readonly Values[]): Generator<Buffer> {
  for (let from = 0; from < rows.length; from += rowsPerChunk) {
    const lines = rows.slice(from, from + rowsPerChunk).map((row) => hashRow(row) + String(row[0]))
    yield Buffer.from(lines.join('\n'))
  }
}

/** The hashes of a table in the order of the file, some at a time. Reading all rows takes many times longer. */
export async function* readHashes(db: Db, tableId: string): AsyncGenerator<RowHash[]> {
  for await (const chunk of readIndexChunks(db, tableId, rowHashesName)) yield unpackHashes(chunk)
}

function unpackHashes(data: Uint8Array): RowHash[] {
  const lines = Buffer.from(data).toString().split('\n')
  return lines.map((line) => ({ memberId: line.slice(hashLength), hash: line.slice(0, hashLength) }))
}
