import { type ByteCursor, truncated } from './byte-cursor.ts'
import { FormatError } from './format-error.ts'
import { fixedValueBytes, valueKind } from './gguf-types.ts'

const maxEntries = 100_000
const maxKeyBytes = 65_535
const maxKeptTextBytes = 1024
/** The longest template of a known model has 20 kB. */
const maxTemplateBytes = 1024 * 1024
/** The total size of all names, which are stored to find duplicates. */
const maxNamesBytes = 8 * 1024 * 1024
const maxArrayDepth = 4
/** The maximum in a whole file. No known model has nested lists. */
const maxNestedLists = 100_000

export type GgufMetadata = ReadonlyMap<string, string | bigint>

/** `tokenizer.chat_template`, and templates with an additional name. */
const templateKey = /^tokenizer\.chat_template(\.|$)/

/** The vocabulary. Only its length is stored. */
export const tokensKey = 'tokenizer.ggml.tokens'

/** Keeps the whole numbers and short texts that describe a model, and its templates; the rest (tokens) is skipped. */
export async function readGgufMetadata(cursor: ByteCursor, entryCount: number): Promise<GgufMetadata> {
  if (entryCount > maxEntries) throw damaged('it has more metadata than any real model')
  const metadata = new Map<string, string | bigint>()
  const requireNew = createNameCheck('metadata')
  const skipList = createListSkipper(cursor)
  for (let index = 0; index < entryCount; index += 1) {
    const key = await readName(cursor, maxKeyBytes)
    requireNew(key)
    if (!cursor.has(4)) await cursor.load(4)
    const kind = cursor.u32()
    if (templateKey.test(key) && kind !== valueKind.string) throw damaged('one of its chat templates isn’t text')
    if (kind === valueKind.array) {
      const length = await skipList(0)
      if (key === tokensKey) metadata.set(key, BigInt(length))
    } else if (isKept(key)) {
      const value = await readScalar(cursor, kind, templateKey.test(key))
      if (value !== null) metadata.set(key, value)
    } else await skipScalar(cursor, kind)
  }
  return metadata
}

const isKept = (key: string) =>
  /^(general|split|adapter)\./.test(key) ||
  key === 'tokenizer.ggml.model' ||
  key.endsWith('.context_length') ||
  templateKey.test(key)

/** The chat templates of a model: the default one has no name. */
export const templatesOf = (metadata: GgufMetadata) =>
  [...metadata].flatMap(([key, text]) =>
    templateKey.test(key) && typeof text === 'string'
      ? [{ name: key.slice('tokenizer.chat_template.'.length), text }]
      : [],
  )

/** Rejects a name that occurs twice, because programs differ in which of the two they use. */
export function createNameCheck(what: string) {
  const names = new Set<string>()
  let bytesLeft = maxNamesBytes
  return function requireNew(name: string): void {
    if (names.has(name)) throw damaged(`“${shorten(name)}” occurs twice in its ${what}`)
    names.add(name)
    bytesLeft -= name.length
    if (bytesLeft < 0) throw damaged(`it has more ${what} than any real model`)
  }
}

const shorten = (name: string) => (name.length > 80 ? `${name.slice(0, 80)}…` : name)

export async function readName(cursor: ByteCursor, maxBytes: number): Promise<string> {
  if (!cursor.has(8)) await cursor.load(8)
  const length = cursor.count()
  if (length > maxBytes) throw damaged('a name in it is far too long')
  if (!cursor.has(length)) await cursor.load(length)
  return cursor.text(length)
}

async function readScalar(cursor: ByteCursor, kind: number, isTemplate: boolean): Promise<string | bigint | null> {
  const sizeBytes = kind === valueKind.string ? 8 : fixedValueBytes.get(kind)
  if (sizeBytes === undefined) throw unknownKind(kind)
  if (!cursor.has(sizeBytes)) await cursor.load(sizeBytes)
  switch (kind) {
    case valueKind.string:
      return isTemplate ? readTemplate(cursor) : readText(cursor)
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

async function readTemplate(cursor: ByteCursor): Promise<string> {
  const length = cursor.count()
  if (length > maxTemplateBytes) throw new FormatError('A chat template of this GGUF file is longer than 1 MiB.')
  if (!cursor.has(length)) await cursor.load(length)
  return cursor.text(length)
}

async function skipScalar(cursor: ByteCursor, kind: number): Promise<void> {
  const sizeBytes = fixedValueBytes.get(kind)
  if (sizeBytes !== undefined) return cursor.skip(sizeBytes)
  if (kind !== valueKind.string) throw unknownKind(kind)
  await skipTexts(cursor, 1)
}

/** A vocabulary has hundreds of thousands of texts, so reading one must not need a promise. */
async function skipTexts(cursor: ByteCursor, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    if (!cursor.has(8)) await cursor.load(8)
    cursor.skip(cursor.count())
  }
}

/** Skips a list and those within it. @returns a function that says how many elements the list had */
function createListSkipper(cursor: ByteCursor) {
  let nestedLeft = maxNestedLists
  return async function skipList(depth: number): Promise<number> {
    if (depth === maxArrayDepth) throw damaged('lists nest too deeply')
    if (!cursor.has(12)) await cursor.load(12)
    const kind = cursor.u32()
    const count = cursor.count()
    const elementBytes = fixedValueBytes.get(kind)
    if (elementBytes !== undefined) {
      cursor.skip(count * elementBytes)
      return count
    }
    if (kind === valueKind.string) {
      await skipTexts(cursor, count)
      return count
    }
    if (kind !== valueKind.array) throw unknownKind(kind)
    if (count * 12 > cursor.remainingBytes) throw truncated()
    if (count > nestedLeft) throw damaged('it has more lists than any real model')
    nestedLeft -= count
    for (let left = count; left > 0; left -= 1) await skipList(depth + 1)
    return count
  }
}

const unknownKind = (kind: number) => damaged(`metadata of an unknown kind (${kind})`)

const damaged = (what: string) => new FormatError(`This GGUF file is damaged: ${what}.`)
