import type { ByteCursor } from './byte-cursor.ts'
import { FormatError } from './format-error.ts'
import { fixedValueBytes, valueKind } from './gguf-types.ts'

const MAX_ENTRIES = 100_000
const MAX_KEY_BYTES = 65_535
const MAX_KEPT_TEXT_BYTES = 1024
const MAX_ARRAY_DEPTH = 4

export type GgufMetadata = ReadonlyMap<string, string | bigint>

/** Keeps the whole numbers and short texts that describe a model; the rest (tokens, templates) is passed over. */
export async function readGgufMetadata(cursor: ByteCursor, entryCount: bigint): Promise<GgufMetadata> {
  if (entryCount > MAX_ENTRIES) {
    throw new FormatError('malformed', 'This GGUF file is damaged: it claims more metadata than any real model has.')
  }
  const metadata = new Map<string, string | bigint>()
  for (let index = 0n; index < entryCount; index += 1n) {
    const key = await readName(cursor, MAX_KEY_BYTES)
    const kind = await cursor.u32()
    const describesModel = key.startsWith('general.') || key.endsWith('.context_length')
    if (!describesModel) {
      await skipValue(cursor, kind, 0)
      continue
    }
    const value = await readScalar(cursor, kind)
    if (value !== null) metadata.set(key, value)
  }
  return metadata
}

export async function readName(cursor: ByteCursor, maxBytes: number): Promise<string> {
  const length = await cursor.u64()
  if (length > maxBytes) throw new FormatError('malformed', 'This GGUF file is damaged: a name in it is far too long.')
  return cursor.text(Number(length))
}

async function readScalar(cursor: ByteCursor, kind: number): Promise<string | bigint | null> {
  switch (kind) {
    case valueKind.string:
      return readText(cursor)
    case valueKind.uint32:
      return BigInt(await cursor.u32())
    case valueKind.int32:
      return BigInt.asIntN(32, BigInt(await cursor.u32()))
    case valueKind.uint64:
      return cursor.u64()
    case valueKind.int64:
      return BigInt.asIntN(64, await cursor.u64())
    case valueKind.uint16:
      return BigInt((await cursor.u8()) | ((await cursor.u8()) << 8))
    case valueKind.uint8:
      return BigInt(await cursor.u8())
    default:
      await skipValue(cursor, kind, 0)
      return null
  }
}

async function readText(cursor: ByteCursor): Promise<string | null> {
  const length = await cursor.u64()
  if (length <= MAX_KEPT_TEXT_BYTES) return cursor.text(Number(length))
  cursor.skip(length)
  return null
}

async function skipValue(cursor: ByteCursor, kind: number, depth: number): Promise<void> {
  const fixedBytes = fixedValueBytes.get(kind)
  if (fixedBytes !== undefined) return cursor.skip(fixedBytes)
  if (kind === valueKind.string) return cursor.skip(await cursor.u64())
  if (kind !== valueKind.array) {
    throw new FormatError('malformed', `This GGUF file is damaged: metadata of an unknown kind (${kind}).`)
  }
  if (depth === MAX_ARRAY_DEPTH) throw new FormatError('malformed', 'This GGUF file is damaged: lists nest too deeply.')
  const elementKind = await cursor.u32()
  const count = await cursor.u64()
  const elementBytes = fixedValueBytes.get(elementKind)
  if (elementBytes !== undefined) return cursor.skip(count * BigInt(elementBytes))
  for (let index = 0n; index < count; index += 1n) await skipValue(cursor, elementKind, depth + 1)
}
