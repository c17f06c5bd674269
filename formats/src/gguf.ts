import { ByteCursor, truncated } from './byte-cursor.ts'
import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { type GgufMetadata, readGgufMetadata, readName } from './gguf-metadata.ts'
import { fileTypeNames, tensorTypes } from './gguf-types.ts'

const magic = 'GGUF'
const maxHeaderBytes = 64 * 1024 * 1024
const maxTensorNameBytes = 4096
const maxDimensions = 8
/** A name, a number of dimensions, an encoding and an offset. */
const smallestTensorBytes = 8 + 4 + 4 + 8
const maxTensors = 1_000_000
const defaultAlignment = 32n

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

/** Reads the description in a GGUF file's header, and checks that every tensor lies inside the file. */
export async function readGguf(source: ByteSource): Promise<GgufSummary> {
  const cursor = new ByteCursor(source, maxHeaderBytes)
  const formatVersion = await readVersion(cursor)
  await cursor.load(16)
  const tensorCount = cursor.count()
  const metadata = await readGgufMetadata(cursor, cursor.count())
  const tensors = await readTensors(cursor, tensorCount, alignmentOf(metadata))
  const architecture = textOf(metadata, 'general.architecture')
  return {
    kind: 'gguf',
    formatVersion,
    architecture,
    name: textOf(metadata, 'general.name'),
    parameterCount: numberOf(metadata, 'general.parameter_count') ?? tensors.elements,
    quantisation: quantisationOf(metadata) ?? tensors.commonestType,
    contextLength: architecture === null ? null : numberOf(metadata, `${architecture}.context_length`),
    tensorCount,
  }
}

async function readVersion(cursor: ByteCursor): Promise<number> {
  if (cursor.sizeBytes < magic.length) throw notGguf()
  await cursor.load(magic.length)
  if (cursor.text(magic.length) !== magic) throw notGguf()
  await cursor.load(4)
  const version = cursor.u32()
  if (version === 2 || version === 3) return version
  const isBigEndian = version !== 0 && (version & 0xffff) === 0
  if (isBigEndian) throw new FormatError('This GGUF file is big-endian, which is not supported.')
  throw new FormatError(`This GGUF file has version ${version}; versions 2 and 3 are supported.`)
}

type Tensors = { elements: number; commonestType: string | null }

async function readTensors(cursor: ByteCursor, count: number, alignment: number): Promise<Tensors> {
  if (count * smallestTensorBytes > cursor.remainingBytes) throw truncated()
  if (count > maxTensors) {
    throw new FormatError('This GGUF file states more tensors than any real model has.')
  }
  const elementsByType = new Map<number, number>()
  let elements = 0
  let endOfData = 0
  for (let index = 0; index < count; index += 1) {
    await readName(cursor, maxTensorNameBytes)
    const tensorElements = await readElementCount(cursor)
    if (!cursor.has(12)) await cursor.load(12)
    const type = cursor.u32()
    const offset = cursor.count()
    if (offset % alignment !== 0) throw damagedTensor()
    endOfData = Math.max(endOfData, offset + tensorBytes(tensorElements, type))
    elements += tensorElements
    elementsByType.set(type, (elementsByType.get(type) ?? 0) + tensorElements)
  }
  const dataStart = Math.ceil(cursor.position / alignment) * alignment
  if (count > 0 && dataStart + endOfData > cursor.sizeBytes) throw truncated()
  return { elements, commonestType: commonest(elementsByType) }
}

async function readElementCount(cursor: ByteCursor): Promise<number> {
  if (!cursor.has(4)) await cursor.load(4)
  const dimensions = cursor.u32()
  if (dimensions > maxDimensions) throw damagedTensor()
  if (!cursor.has(8 * dimensions)) await cursor.load(8 * dimensions)
  let elements = 1
  for (let index = 0; index < dimensions; index += 1) elements *= cursor.count()
  // Not even one bit for each element would fit: the dimensions are impossible in any encoding.
  if (elements > cursor.sizeBytes * 8) throw truncated()
  return elements
}

/** Zero for an encoding newer than this table: then only the tensor's start is checked. */
function tensorBytes(elements: number, type: number): number {
  const encoding = tensorTypes.get(type)
  if (encoding === undefined) return 0
  if (elements % encoding.blockElements !== 0) throw damagedTensor()
  return (elements / encoding.blockElements) * encoding.blockBytes
}

function commonest(elementsByType: ReadonlyMap<number, number>): string | null {
  const [most] = [...elementsByType].sort(([, one], [, other]) => other - one)
  return most === undefined ? null : (tensorTypes.get(most[0])?.name ?? null)
}

function alignmentOf(metadata: GgufMetadata): number {
  const alignment = metadata.get('general.alignment') ?? defaultAlignment
  if (typeof alignment !== 'bigint' || alignment <= 0n || alignment % 8n !== 0n) {
    throw new FormatError('This GGUF file is damaged: its alignment is not a multiple of 8.')
  }
  return Number(alignment)
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

const notGguf = () => new FormatError('This is not a GGUF file.')

const damagedTensor = () => new FormatError('This GGUF file is damaged: one of its tensors is invalid.')
