import { ByteCursor } from './byte-cursor.ts'
import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { maxNameBytes, type OnnxValue, readValueInfo } from './onnx-values.ts'
import { damaged, messageEnd, ProtobufReader } from './protobuf.ts'

const maxReadBytes = 256 * 1024 * 1024
const bounds = { maxFields: 2_000_000, maxWalks: 200_000 }
const maxValues = 50_000
const maxOpsets = 256
const maxIrVersion = 1000n

/** Before this version the weights are also listed as inputs (https://github.com/onnx/onnx/blob/main/docs/IR.md). */
const firstIrVersionWithPureInputs = 4

export type OnnxSummary = {
  kind: 'onnx'
  irVersion: number
  producer: string | null
  opsets: { domain: string; version: number }[]
  inputs: OnnxValue[]
  outputs: OnnxValue[]
  nodeCount: number
}

type Graph = Pick<OnnxSummary, 'inputs' | 'outputs' | 'nodeCount'>

type Model = {
  irVersion: number | null
  producer: string[]
  opsets: OnnxSummary['opsets']
  graph: Graph | null
}

/** Reads the description of an ONNX file. Walks the model's fields and skips its tensors, whatever their size. */
export async function readOnnx(source: ByteSource): Promise<OnnxSummary> {
  const reader = new ProtobufReader(new ByteCursor(source, maxReadBytes), bounds)
  const model: Model = { irVersion: null, producer: [], opsets: [], graph: null }
  try {
    await readModel(reader, source.sizeBytes, model)
  } catch (error) {
    // Every model starts with its version, so a file that fails before that is not a model.
    throw error instanceof FormatError && model.irVersion === null ? notOnnx() : error
  }
  const { irVersion, producer, opsets, graph } = model
  if (irVersion === null || graph === null) throw notOnnx()
  if (opsets.length === 0) throw damaged('it names no operator set')
  return { kind: 'onnx', irVersion, producer: producer.join(' ') || null, opsets, ...graph }
}

function readModel(reader: ProtobufReader, end: number, model: Model): Promise<void> {
  return reader.fields(end, async (field) => {
    switch (field.number) {
      case 1:
        if (field.type !== 'varint' || field.value === 0n || field.value > maxIrVersion) throw notOnnx()
        model.irVersion = Number(field.value)
        break
      case 2:
      case 3:
        model.producer[field.number - 2] = await reader.text(messageEnd(field), maxNameBytes)
        break
      case 7:
        if (model.graph !== null) throw damaged('it has more than one graph')
        model.graph = await readGraph(reader, messageEnd(field), model.irVersion ?? firstIrVersionWithPureInputs)
        break
      case 8:
        if (model.opsets.length === maxOpsets) throw damaged('it names too many operator sets')
        model.opsets.push(await readOpset(reader, messageEnd(field)))
        break
    }
  })
}

async function readGraph(reader: ProtobufReader, end: number, irVersion: number): Promise<Graph> {
  const inputs: OnnxValue[] = []
  const outputs: OnnxValue[] = []
  const weights = new Set<string>()
  let nodeCount = 0
  const requireFew = ({ length }: { length: number }) => {
    if (length < maxValues) return
    throw new FormatError('This ONNX file has more inputs and outputs than any real model.')
  }
  await reader.fields(end, (field) => {
    switch (field.number) {
      case 1:
        nodeCount += 1
        return undefined
      case 5:
        if (irVersion >= firstIrVersionWithPureInputs) return undefined
        requireFew({ length: weights.size })
        return readTensorName(reader, messageEnd(field)).then((name) => void weights.add(name))
      case 11:
        requireFew(inputs)
        return readValueInfo(reader, messageEnd(field)).then((value) => void inputs.push(value))
      case 12:
        requireFew(outputs)
        return readValueInfo(reader, messageEnd(field)).then((value) => void outputs.push(value))
      default:
        return undefined
    }
  })
  return { inputs: inputs.filter((input) => !weights.has(input.name)), outputs, nodeCount }
}

async function readTensorName(reader: ProtobufReader, end: number): Promise<string> {
  let name = ''
  await reader.fields(end, (field) => {
    if (field.number !== 8) return undefined
    return reader.text(messageEnd(field), maxNameBytes).then((text) => void (name = text))
  })
  return name
}

async function readOpset(reader: ProtobufReader, end: number): Promise<{ domain: string; version: number }> {
  let domain = ''
  let version = 0
  await reader.fields(end, async (field) => {
    if (field.number === 1) domain = await reader.text(messageEnd(field), maxNameBytes)
    if (field.number === 2 && field.type === 'varint') version = Number(BigInt.asIntN(64, field.value))
  })
  return { domain: domain === '' ? 'ai.onnx' : domain, version }
}

const notOnnx = () => new FormatError('This is not an ONNX model.')
