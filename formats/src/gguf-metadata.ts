import { type ByteCursor, truncated } from './byte-cursor.ts'
import { FormatError } from './format-error.ts'
import { fixedValueBytes, valueKind } from './gguf-types.ts'

const maxEntries = 100_000
const maxKeyBytes = 65_535
const maxKeptTextBytes = 1024
const maxArrayDepth = 4
/** In a whole file. No known model has nested lists. */
const maxNestedLists = 100_000

export type GgufMetadata = ReadonlyMap<string, string | bigint>

/** Keeps the whole numbers and short texts that describe a model; the rest (tokens, templates) is skipped. */
export async function readGgufMetadata(cursor: ByteCursor, entryCount: number): Promise<GgufMetadata> {
  if (entryCount > maxEntries) throw damaged('it states more metadata than any real model has')
  const metadata = new Map<string, string | bigint>()
  const skipList = createListSkipper(cursor)
  for (let index = 0; index < entryCount; index += 1) {
    const key = await readName(cursor, maxKeyBytes)
    if (!cursor.has(4)) await cursor.load(4)
    const kind = cursor.u32()
    const describesModel = key.startsWith('general.') || key.endsWith('.context_length')
    if (describesModel && kind !== valueKind.array) {
      const value = await readScalar(cursor, kind)
      if (value !== null) metadata.set(key, value)
    } else if (kind === valueKind.array) await skipList(0)
    else await skipScalar(cursor, kind)
  }
  return metadata
}

export async function readName(cursor: ByteCursor, maxBytes: number): Promise<string> {
  if (!cursor.has(8)) await cursor.load(8)
  const length = cursor.count()
  if (length > maxBytes) throw damaged('a name in it is far too long')
  if (!cursor.has(length)) await cursor.load(length)
  return cursor.text(length)
}

async function readScalar(cursor: ByteCursor, kind: number): Promise<string | bigint | null> {
  const sizeBytes = kind === valueKind.string ? 8 : fixedValueBytes.get(kind)
  if (sizeBytes === undefined) throw unknownKind(kind)
  if (!cursor.has(sizeBytes)) await cursor.load(sizeBytes)
  switch (kind) {
    case valueKind.string:
      return readText(cursor)
    case valueKind.uint32:
      return BigInt(cursor.u32())
    case valueKind.int32:
      return BigInt.asIntN(32, BigInt(cursor.u32()))
    case valueKind.uint64:
      return cursor.u64()
    case valueKind.int64:
      return BigInt.asIntN(64, cursor.u64())
    case valueKind.uint16:
      return BigInt(cursor.u8() | (cursor.u8() << 8))
    case valueKind.uint8:
      return BigInt(cursor.u8())
    default:
      cursor.skip(sizeBytes)
      return null
  }
}

async function readText(cursor: ByteCursor): Promise<string | null> {
  const length = cursor.count()
  if (length > maxKeptTextBytes) {
    cursor.skip(length)
    return null
  }
  if (!cursor.has(length)) await cursor.load(length)
  return cursor.text(length)
}

async function skipScalar(cursor: ByteCursor, kind: number): Promise<void> {
  const sizeBytes = fixedValueBytes.get(kind)
  if (sizeBytes !== undefined) return cursor.skip(sizeBytes)
  if (kind !== valueKind.string) throw unknownKind(kind)
  await skipTexts(cursor, 1)
}

/** A vocabulary has hundreds of thousands of texts, so none of them may cost a promise. */
async function skipTexts(cursor: ByteCursor, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    if (!cursor.has(8)) await cursor.load(8)
    cursor.skip(cursor.count())
  }
}

/** Skips a list and those within it. */
function createListSkipper(cursor: ByteCursor) {
  let nestedLeft = maxNestedLists
  return async function skipList(depth: number): Promise<void> {
    if (depth === maxArrayDepth) throw damaged('lists nest too deeply')
    if (!cursor.has(12)) await cursor.load(12)
    const kind = cursor.u32()
    const count = cursor.count()
    const elementBytes = fixedValueBytes.get(kind)
    if (elementBytes !== undefined) return cursor.skip(count * elementBytes)
    if (kind === valueKind.string) return skipTexts(cursor, count)
    if (kind !== valueKind.array) throw unknownKind(kind)
    if (count * 12 > cursor.remainingBytes) throw truncated()
    if (count > nestedLeft) throw damaged('it has more lists than any real model')
    nestedLeft -= count
    for (let left = count; left > 0; left -= 1) await skipList(depth + 1)
  }
}

const unknownKind = (kind: number) => damaged(`metadata of an unknown kind (${kind})`)

const damaged = (what: string) => new FormatError(`This GGUF file is damaged: ${what}.`)
