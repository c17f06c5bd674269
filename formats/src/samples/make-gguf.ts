import { fileTypeNames, tensorTypes, valueKind } from '../gguf-types.ts'
import { ByteWriter } from './byte-writer.ts'
import { seededBytes } from './random-bytes.ts'

const alignmentBytes = 32

type Tensor = { name: string; dimensions: number[]; type: string }

export type GgufOptions = {
  formatVersion?: 2 | 3
  architecture?: string
  name?: string
  contextLength?: number
  /** The quantisation as in the file's name: `Q4_K_M`. */
  quantisation?: string
  /** The number of parameters that the file states; without it a reader adds up the tensors. */
  parameterCount?: number
  vocabulary?: string[]
  /** The templates by name; the default one is ''. */
  templates?: Record<string, string>
  /** Other numbers of the metadata, by key. */
  numbers?: Record<string, number>
  /** Other texts of the metadata, by key. */
  texts?: Record<string, string>
  tensors?: Tensor[]
  seed?: number
}

const smallTensors: Tensor[] = [
  { name: 'token_embd.weight', dimensions: [256, 32], type: 'Q4_K' },
  { name: 'blk.0.attn_q.weight', dimensions: [256, 8], type: 'Q4_K' },
  { name: 'output_norm.weight', dimensions: [256], type: 'F32' },
]

/** A small valid GGUF file; the same options give the same bytes. */
export function makeGguf(options: GgufOptions = {}): Uint8Array<ArrayBuffer> {
  const { architecture = 'llama', tensors = smallTensors } = options
  const entries = metadataEntries({ ...options, architecture })
  const writer = new ByteWriter()
  writer
    .text('GGUF')
    .u32(options.formatVersion ?? 3)
    .u64(tensors.length)
    .u64(entries.length)
  for (const write of entries) write(writer)
  const placed = placeTensors(tensors)
  for (const tensor of placed.tensors) {
    writeText(writer, tensor.name)
    writer.u32(tensor.dimensions.length)
    for (const dimension of tensor.dimensions) writer.u64(dimension)
    writer.u32(tensor.typeNumber).u64(tensor.offset)
  }
  writer.zeros(padding(writer.sizeBytes))
  return writer.bytes(seededBytes(placed.dataBytes, options.seed ?? 1)).finish()
}

type Entry = (writer: ByteWriter) => unknown

function metadataEntries(options: GgufOptions & { architecture: string }): Entry[] {
  const { architecture, name, contextLength, quantisation, parameterCount, vocabulary } = options
  const { templates = {}, numbers = {}, texts = {} } = options
  const entries: Entry[] = []
  const add = (key: string, kind: number, writeValue: Entry) =>
    entries.push((writer) => writeValue(writeText(writer, key).u32(kind)))
  const addText = (key: string, text: string) => add(key, valueKind.string, (writer) => writeText(writer, text))
  const addU32 = (key: string, value: number) => add(key, valueKind.uint32, (writer) => writer.u32(value))

  if (architecture !== '') addText('general.architecture', architecture)
  if (name !== undefined) addText('general.name', name)
  if (quantisation !== undefined) addU32('general.file_type', numberOf(fileTypeNames, quantisation))
  if (parameterCount !== undefined) {
    add('general.parameter_count', valueKind.uint64, (writer) => writer.u64(parameterCount))
  }
  if (contextLength !== undefined) addU32(`${architecture}.context_length`, contextLength)
  for (const [key, value] of Object.entries(numbers)) addU32(key, value)
  for (const [key, text] of Object.entries(texts)) addText(key, text)
  for (const [key, text] of Object.entries(templates)) {
    addText(`tokenizer.chat_template${key === '' ? '' : `.${key}`}`, text)
  }
  if (vocabulary !== undefined) {
    add('tokenizer.ggml.tokens', valueKind.array, (writer) => {
      writer.u32(valueKind.string).u64(vocabulary.length)
      for (const token of vocabulary) writeText(writer, token)
    })
  }
  return entries
}

function writeText(writer: ByteWriter, text: string): ByteWriter {
  const bytes = new TextEncoder().encode(text)
  return writer.u64(bytes.byteLength).bytes(bytes)
}

function placeTensors(tensors: Tensor[]) {
  let offset = 0
  const placed = tensors.map((tensor) => {
    const typeNumber = [...tensorTypes.keys()].find((number) => tensorTypes.get(number)?.name === tensor.type)
    const encoding = typeNumber === undefined ? undefined : tensorTypes.get(typeNumber)
    if (typeNumber === undefined || encoding === undefined) throw new Error(`No tensor type ${tensor.type}`)
    const elements = tensor.dimensions.reduce((product, dimension) => product * dimension, 1)
    const start = offset
    const sizeBytes = (elements / encoding.blockElements) * encoding.blockBytes
    offset += sizeBytes + padding(sizeBytes)
    return { ...tensor, typeNumber, offset: start }
  })
  return { tensors: placed, dataBytes: offset }
}

function numberOf(names: ReadonlyMap<number, string>, searched: string): number {
  for (const [number, name] of names) if (name === searched) return number
  throw new Error(`No quantisation ${searched}`)
}

const padding = (sizeBytes: number) => (alignmentBytes - (sizeBytes % alignmentBytes)) % alignmentBytes
