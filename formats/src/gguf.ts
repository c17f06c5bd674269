import { ByteCursor, truncated } from './byte-cursor.ts'
import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { type GgufMetadata, readGgufMetadata, readName } from './gguf-metadata.ts'
import { fileTypeNames, tensorTypes } from './gguf-types.ts'

const MAGIC = 'GGUF'
const MAX_HEADER_BYTES = 64 * 1024 * 1024
const MAX_TENSOR_NAME_BYTES = 4096
const MAX_DIMENSIONS = 8
const DEFAULT_ALIGNMENT = 32n

export type GgufSummary = {
  kind: 'gguf'
  formatVersion: number
  architecture: string | null
  name: string | null
  parameterCount: number
  quantisation: string | null
  contextLength: number | null
  tensorCount: number
}

/** What a GGUF file says about itself. Reads the header alone, and checks that every tensor lies inside the file. */
export async function readGguf(source: ByteSource): Promise<GgufSummary> {
  const cursor = new ByteCursor(source, MAX_HEADER_BYTES)
  await expectMagic(cursor)
  const formatVersion = await readVersion(cursor)
  const tensorCount = await cursor.u64()
  const metadata = await readGgufMetadata(cursor, await cursor.u64())
  const tensors = await readTensors(cursor, tensorCount, alignmentOf(metadata))
  const architecture = textOf(metadata, 'general.architecture')
  return {
    kind: 'gguf',
    formatVersion,
    architecture,
    name: textOf(metadata, 'general.name'),
    parameterCount: numberOf(metadata, 'general.parameter_count') ?? Number(tensors.elements),
    quantisation: quantisationOf(metadata) ?? tensors.commonestType,
    contextLength: architecture === null ? null : numberOf(metadata, `${architecture}.context_length`),
    tensorCount: Number(tensorCount),
  }
}

async function expectMagic(cursor: ByteCursor): Promise<void> {
  if (cursor.sizeBytes < MAGIC.length || (await cursor.text(MAGIC.length)) !== MAGIC) {
    throw new FormatError('wrong_kind', 'This is not a GGUF file.')
  }
}

async function readVersion(cursor: ByteCursor): Promise<number> {
  const version = await cursor.u32()
  if (version === 2 || version === 3) return version
  const isBigEndian = version !== 0 && (version & 0xffff) === 0
  if (isBigEndian) throw new FormatError('unsupported', 'This GGUF file is big-endian, which is not supported.')
  throw new FormatError('unsupported', `This GGUF file has version ${version}; versions 2 and 3 are supported.`)
}

type Tensors = { elements: bigint; commonestType: string | null }

async function readTensors(cursor: ByteCursor, count: bigint, alignment: bigint): Promise<Tensors> {
  const elementsByType = new Map<number, bigint>()
  let elements = 0n
  let endOfData = 0n
  for (let index = 0n; index < count; index += 1n) {
    await readName(cursor, MAX_TENSOR_NAME_BYTES)
    const tensorElements = await readElementCount(cursor)
    const type = await cursor.u32()
    const offset = await cursor.u64()
    if (offset % alignment !== 0n) throw damagedTensor()
    const end = offset + tensorBytes(tensorElements, type)
    if (end > endOfData) endOfData = end
    elements += tensorElements
    elementsByType.set(type, (elementsByType.get(type) ?? 0n) + tensorElements)
  }
  const dataStart = roundUp(BigInt(cursor.position), alignment)
  if (count > 0n && dataStart + endOfData > BigInt(cursor.sizeBytes)) throw truncated()
  return { elements, commonestType: commonest(elementsByType) }
}

async function readElementCount(cursor: ByteCursor): Promise<bigint> {
  const dimensions = await cursor.u32()
  if (dimensions > MAX_DIMENSIONS) throw damagedTensor()
  let elements = 1n
  for (let index = 0; index < dimensions; index += 1) elements *= await cursor.u64()
  // Not even one bit for each element would fit: the product is nonsense, whatever the encoding.
  if (elements > BigInt(cursor.sizeBytes) * 8n) throw truncated()
  return elements
}

/** Zero for an encoding newer than this table: its start is checked then, its length is not. */
function tensorBytes(elements: bigint, type: number): bigint {
  const encoding = tensorTypes.get(type)
  if (encoding === undefined) return 0n
  if (elements % BigInt(encoding.blockElements) !== 0n) throw damagedTensor()
  return (elements / BigInt(encoding.blockElements)) * BigInt(encoding.blockBytes)
}

function commonest(elementsByType: ReadonlyMap<number, bigint>): string | null {
  let most: { type: number; elements: bigint } | null = null
  for (const [type, elements] of elementsByType)
    if (most === null || elements > most.elements) most = { type, elements }
  return most === null ? null : (tensorTypes.get(most.type)?.name ?? null)
}

function alignmentOf(metadata: GgufMetadata): bigint {
  const alignment = metadata.get('general.alignment') ?? DEFAULT_ALIGNMENT
  if (typeof alignment !== 'bigint' || alignment <= 0n || alignment % 8n !== 0n) {
    throw new FormatError('malformed', 'This GGUF file is damaged: its alignment is not a multiple of 8.')
  }
  return alignment
}

function quantisationOf(metadata: GgufMetadata): string | null {
  const fileType = numberOf(metadata, 'general.file_type')
  return fileType === null ? null : (fileTypeNames.get(fileType) ?? null)
}

function textOf(metadata: GgufMetadata, key: string): string | null {
  const value = metadata.get(key)
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(metadata: GgufMetadata, key: string): number | null {
  const value = metadata.get(key)
  return typeof value === 'bigint' && value >= 0n && value <= Number.MAX_SAFE_INTEGER ? Number(value) : null
}

const roundUp = (value: bigint, multiple: bigint) => ((value + multiple - 1n) / multiple) * multiple

const damagedTensor = () => new FormatError('malformed', 'This GGUF file is damaged: a tensor in it makes no sense.')
