import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import type { Db } from '../../database/tables.ts'
import { sortPositions } from './natural-order.ts'
import { packHashes, rowHashesName } from './row-hashes.ts'
import { listIndexChunks, readIndexChunks } from './store.ts'

/**
 * The indexes that find any page of any sort order quickly: the sorted row positions for each column and direction, and
 * the member ids for the search; and what shows quickly which rows a new table changes. Rows never change, so neither do the indexes.
 */
export type IndexChunk = { name: string; chunk: number; data: Buffer }
export type SortOrder = 'asc' | 'desc'

const bytesEach = 4
const positionsPerChunk = 4_096
const idsPerChunk = 8_192
const idsName = 'memberIds'
const orderName = (column: PatientColumnKey, order: SortOrder) => `${column}:${order}`

/** All indexes of the rows, in chunks. @param rows their values in the order of `patientColumns` */
export function* buildIndexes(rows: readonly (readonly (string | number | null)[])[]): Generator<IndexChunk> {
  for (const [index, { key }] of patientColumns.entries()) {
    const sorted = sortPositions(rows.map((row) => row[index] ?? null))
    for (const order of ['asc', 'desc'] as const) {
      const positions = sorted[order]
      for (let chunk = 0; chunk * positionsPerChunk < positions.length; chunk += 1) {
        const part = positions.subarray(chunk * positionsPerChunk, (chunk + 1) * positionsPerChunk)
        // Little-endian, as are all processors that Node.js runs on here.
        yield { name: orderName(key, order), chunk, data: Buffer.from(part.buffer, part.byteOffset, part.byteLength) }
      }
    }
  }
  for (let chunk = 0; chunk * idsPerChunk < rows.length; chunk += 1) {
    const ids = rows
      .slice(chunk * idsPerChunk, (chunk + 1) * idsPerChunk)
      .map(([memberId]) => foldText(String(memberId)))
    yield { name: idsName, chunk, data: Buffer.from(ids.join('\n')) }
  }
  for (const [chunk, data] of [...packHashes(rows)].entries()) yield { name: rowHashesName, chunk, data }
}

/** The positions from `offset` on in a sort order. */
export async function readOrder(
  db: Db,
  tableId: string,
  { sort, order }: { sort: PatientColumnKey; order: SortOrder },
  offset: number,
  length: number,
): Promise<number[]> {
  const firstChunk = Math.floor(offset / positionsPerChunk)
  const lastChunk = Math.floor((offset + length - 1) / positionsPerChunk)
  const chunks = await listIndexChunks(db, tableId, orderName(sort, order), firstChunk, lastChunk)
  const skipped = offset - firstChunk * positionsPerChunk
  return chunks.flatMap(unpackPositions).slice(skipped, skipped + length)
}

/** A whole sort order, one chunk at a time, so that other work does not wait for all of it. */
export async function* readWholeOrder(
  db: Db,
  tableId: string,
  { sort, order }: { sort: PatientColumnKey; order: SortOrder },
): AsyncGenerator<number[]> {
  for await (const chunk of readIndexChunks(db, tableId, orderName(sort, order))) yield unpackPositions(chunk)
}

/** The member ids, as `foldText` makes them, in the order of the file. */
export async function readSearchedIds(db: Db, tableId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const chunk of readIndexChunks(db, tableId, idsName)) {
    for (const id of Buffer.from(chunk).toString().split('\n')) ids.push(id)
  }
  return ids
}

function unpackPositions(data: Uint8Array): number[] {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return Array.from({ length: buffer.length / bytesEach }, (_, index) => buffer.readUInt32LE(index * bytesEach))
}
