import { ByteCursor, truncated } from './byte-cursor.ts'
import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { checkChatTemplate, noticesOfTemplate } from './chat-template.ts'
import { isKnownArchitecture } from './gguf-architectures.ts'
import {
  createNameCheck,
  type GgufMetadata,
  readGgufMetadata,
  readName,
  templatesOf,
  tokensKey,
} from './gguf-metadata.ts'
import { fileTypeNames, tensorTypes } from './gguf-types.ts'

const magic = 'GGUF'
const maxHeaderBytes = 64 * 1024 * 1024
const maxTensorNameBytes = 4096
const maxDimensions = 8
/** The minimum size of a tensor's entry: a name, a number of dimensions, an encoding and an offset. */
const smallestTensorBytes = 8 + 4 + 4 + 8
const maxTensors = 1_000_000
const defaultAlignment = 32n

export type GgufSummary = {
  kind: 'gguf'
  formatVersion: number
  architecture: string
  name: string | null
  parameterCount: number
  quantisation: string | null
  contextLength: number | null
  tensorCount: number
  /** The kind of the tokenizer, and its number of tokens. */
  tokenizer: { model: string; tokens: number | null } | null
  /** The default template has no name. */
  templates: { name: string; text: string }[]
  /** Sentences about anything unusual in the file. */
  notices: string[]
}

/**
 * Reads the description in a GGUF file's header, and checks that the model can run: it is complete, has an
 * architecture, and each tensor is where it must be.
 */
export async function readGguf(source: ByteSource): Promise<GgufSummary> {
  const cursor = new ByteCursor(source, maxHeaderBytes)
  const formatVersion = await readVersion(cursor)
  await cursor.load(16)
  const tensorCount = cursor.count()
  const metadata = await readGgufMetadata(cursor, cursor.count())
  requireWhole(metadata)
  const architecture = textOf(metadata, 'general.architecture')
  const tensors = await readTensors(cursor, tensorCount, alignmentOf(metadata))
  if (architecture === null)
    throw new FormatError('This GGUF file doesn’t specify an architecture, so it can’t be run.')
  if (tensorCount === 0) throw new FormatError('This GGUF file contains no weights, so it isn’t a model.')
  const templates = templatesOf(metadata)
  for (const { text } of templates) checkChatTemplate(text)
  return {
    kind: 'gguf',
    formatVersion,
    architecture,
    name: textOf(metadata, 'general.name'),
    parameterCount: numberOf(metadata, 'general.parameter_count') ?? tensors.elements,
    quantisation: quantisationOf(metadata) ?? tensors.commonestType,
    contextLength: numberOf(metadata, `${architecture}.context_length`),
    tensorCount,
    tokenizer: tokenizerOf(metadata),
    templates,
    notices: [
      ...noticesOfKind(metadata, architecture),
      ...noticesOfCount(metadata, tensors),
      ...(isKnownArchitecture(architecture)
        ? []
        : [`The architecture “${architecture}” is unknown. Check that your software supports it.`]),
      ...templates.flatMap(noticesOfTemplate),
    ],
  }
}

/** Files that are not models on their own, such as adapters, have the same format. */
function noticesOfKind(metadata: GgufMetadata, architecture: string): string[] {
  const type = textOf(metadata, 'general.type')
  if (type === 'adapter' || textOf(metadata, 'adapter.type') !== null)
    return ['This file is a LoRA adapter, not a whole model.']
  if (type === 'mmproj' || architecture === 'clip') return ['This file is a projector for images, not a whole model.']
  return []
}

function noticesOfCount(metadata: GgufMetadata, { elements }: Tensors): string[] {
  const reported = numberOf(metadata, 'general.parameter_count')
  if (reported === null || reported === elements) return []
  return [`The file reports ${reported} parameters, but it contains ${elements}.`]
}

function tokenizerOf(metadata: GgufMetadata): GgufSummary['tokenizer'] {
  const model = textOf(metadata, 'tokenizer.ggml.model')
  return model === null ? null : { model, tokens: numberOf(metadata, tokensKey) }
}

/** Each part of a split model contains the number of parts. */
function requireWhole(metadata: GgufMetadata): void {
  const parts = numberOf(metadata, 'split.count') ?? 0
  if (parts < 2) return
  const part = (numberOf(metadata, 'split.no') ?? 0) + 1
  throw new FormatError(
    `This is part ${part} of ${parts} of a split GGUF file. Join the parts with llama-gguf-split --merge, then choose the joined file.`,
  )
}

async function readVersion(cursor: ByteCursor): Promise<number> {
  if (cursor.sizeBytes < magic.length) throw notGguf()
  await cursor.load(magic.length)
  if (cursor.text(magic.length) !== magic) throw notGguf()
  await cursor.load(4)
  const version = cursor.u32()
  if (version === 2 || version === 3) return version
  const isBigEndian = version !== 0 && (version & 0xffff) === 0
  if (isBigEndian) throw new FormatError('This GGUF file was made for big-endian processors, which aren’t supported.')
  throw new FormatError(`This GGUF file has version ${version}; versions 2 and 3 are supported.`)
}

type Tensors = { elements: number; commonestType: string | null }

async function readTensors(cursor: ByteCursor, count: number, alignment: number): Promise<Tensors> {
  if (count * smallestTensorBytes > cursor.remainingBytes) throw truncated()
  if (count > maxTensors) {
    throw new FormatError('This GGUF file lists more tensors than any real model has.')
  }
  const elementsByType = new Map<number, number>()
  const requireNew = createNameCheck('tensors')
  let elements = 0
  let endOfData = 0
  for (let index = 0; index < count; index += 1) {
    requireNew(await readName(cursor, maxTensorNameBytes))
    const tensorElements = await readElementCount(cursor)
    if (!cursor.has(12)) await cursor.load(12)
    const type = cursor.u32()
    const offset = cursor.count()
    // Runtimes reject gaps and overlaps between tensors.
    if (offset !== alignUp(endOfData, alignment)) throw damagedTensor()
    endOfData = offset + tensorBytes(tensorElements, type)
    elements += tensorElements
    elementsByType.set(type, (elementsByType.get(type) ?? 0) + tensorElements)
  }
  if (count > 0 && alignUp(cursor.position, alignment) + endOfData > cursor.sizeBytes) throw truncated()
  return { elements, commonestType: commonest(elementsByType) }
}

const alignUp = (position: number, alignment: number) => Math.ceil(position / alignment) * alignment

async function readElementCount(cursor: ByteCursor): Promise<number> {
  if (!cursor.has(4)) await cursor.load(4)
  const dimensions = cursor.u32()
  if (dimensions > maxDimensions) throw damagedTensor()
  if (!cursor.has(8 * dimensions)) await cursor.load(8 * dimensions)
  let elements = 1
  for (let index = 0; index < dimensions; index += 1) elements *= cursor.count()
  // The file is too small for even one bit per element, so the dimensions are impossible in any encoding.
  if (elements > cursor.sizeBytes * 8) throw truncated()
  return elements
}

function tensorBytes(elements: number, type: number): number {
  const encoding = tensorTypes.get(type)
  if (encoding === undefined) {
    throw new FormatError(`A tensor of this GGUF file has an unknown encoding (type ${type}).`)
  }
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

const notGguf = () => new FormatError('This isn’t a GGUF file.')

const damagedTensor = () => new FormatError('This GGUF file is damaged: one of its tensors is invalid.')
