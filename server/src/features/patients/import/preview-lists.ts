import type { Db } from '../../../core/database/tables.ts'
import type { TableDiff } from '../compare/diff-tables.ts'
import type { FoundCell } from '../reading/value-list.ts'
import { findLastChunk, type ListChunk, listChunks, readChunks } from './list-chunks.ts'

// The long lists of a preview. They are stored until it is confirmed or dropped.

/** A row by its positions in both tables, 0 if it is in only one, and a bit for each changed column. */
export type ListedChange = { now: number; next: number; columns: number }

const integersEach = 3
const changesPerChunk = 8_192
const warningsPerChunk = 1_000

export const warningsList = 'warnings'
export const findingList = (findingId: string) => `finding:${findingId}`

export function* packChanges({ added, changed, removed }: TableDiff): Generator<ListChunk> {
  yield* packIntegers(
    'added',
    added.map((next) => ({ now: 0, next, columns: 0 })),
  )
  yield* packIntegers(
    'changed',
    changed.map(({ nowPosition, nextPosition, columns }) => ({ now: nowPosition, next: nextPosition, columns })),
  )
  yield* packIntegers(
    'removed',
    removed.map((now) => ({ now, next: 0, columns: 0 })),
  )
}

function* packIntegers(name: string, changes: readonly ListedChange[]): Generator<ListChunk> {
  for (let chunk = 0; chunk * changesPerChunk < changes.length; chunk += 1) {
    const part = changes.slice(chunk * changesPerChunk, (chunk + 1) * changesPerChunk)
    const integers = Uint32Array.from(part.flatMap(({ now, next, columns }) => [now, next, columns]))
    // The lists are little-endian, like all processors on which Node.js runs here.
    yield { name: name, chunk, data: Buffer.from(integers.buffer) }
  }
}

/** All changes of a kind, in order. */
export async function readChanges(db: Db, importId: string, kind: string): Promise<ListedChange[]> {
  const changes: ListedChange[] = []
  for await (const chunk of readChunks(db, importId, kind)) unpackIntegers(chunk, changes)
  return changes
}

function unpackIntegers(data: Uint8Array, changes: ListedChange[]): void {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (let offset = 0; offset < buffer.length; offset += 4 * integersEach) {
    changes.push({
      now: buffer.readUInt32LE(offset),
      next: buffer.readUInt32LE(offset + 4),
      columns: buffer.readUInt32LE(offset + 8),
    })
  }
}

/** @param name `warningsList` or one of `findingList` */
export function* packWarnings(name: string, warnings: Iterable<FoundCell>): Generator<ListChunk> {
  const pack = (chunk: number, part: FoundCell[]) => ({
    name: name,
    chunk,
    data: Buffer.from(JSON.stringify(part)),
  })
  let part: FoundCell[] = []
  let chunk = 0
  for (const warning of warnings) {
    part.push(warning)
    if (part.length < warningsPerChunk) continue
    yield pack(chunk, part)
    part = []
    chunk += 1
  }
  if (part.length > 0) yield pack(chunk, part)
}

/** A whole list, in order. */
export async function* readAllWarnings(db: Db, importId: string, name: string): AsyncGenerator<FoundCell, void> {
  for await (const chunk of readChunks(db, importId, name)) yield* unpackWarnings(chunk)
}

const unpackWarnings = (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as FoundCell[]

/** One page of a list, and the length of the whole list. */
export async function readWarnings(
  db: Db,
  importId: string,
  name: string,
  { offset, length }: { offset: number; length: number },
): Promise<{ rows: FoundCell[]; total: number }> {
  const lastChunk = await findLastChunk(db, importId, name)
  if (lastChunk === undefined) return { rows: [], total: 0 }
  const first = Math.floor(offset / warningsPerChunk)
  const wanted = [first, Math.floor((offset + length - 1) / warningsPerChunk)]
  const unpack = async (chunk: number) => {
    const [data] = await listChunks(db, importId, name, { first: chunk, last: chunk })
    return data === undefined ? [] : unpackWarnings(data)
  }
  const total = lastChunk * warningsPerChunk + (await unpack(lastChunk)).length
  const warnings = (await Promise.all([...new Set(wanted)].map(unpack))).flat()
  const skipped = offset - first * warningsPerChunk
  return { rows: warnings.slice(skipped, skipped + length), total }
}
