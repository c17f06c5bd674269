import { ByteCursor } from './byte-cursor.ts'
import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { maxNameBytes, type OnnxValue, readValueInfo } from './onnx-values.ts'
import { createOnnxParts, type OnnxParts } from './onnx-parts.ts'
import { damaged, messageEnd, ProtobufReader } from './protobuf.ts'

const maxReadBytes = 256 * 1024 * 1024
const bounds = { maxFields: 10_000_000, maxWalks: 1_000_000 }
const maxValues = 50_000
const maxOpsets = 256
const maxIrVersion = 1000n
const maxProperties = 10_000

/** The newest operator sets of ONNX 1.21, by the domains that every runtime supports. */
const newestOpsets = new Map([
  ['ai.onnx', 26],
  ['ai.onnx.ml', 5],
  ['com.microsoft', 1],
])

/** Before this version the weights are also listed as inputs (https://github.com/onnx/onnx/blob/main/IR.md). */
const firstIrVersionWithPureInputs = 4

export type OnnxSummary = {
  kind: 'onnx'
  irVersion: number
  producer: string | null
  opsets: { domain: string; version: number }[]
  inputs: OnnxValue[]
  outputs: OnnxValue[]
  nodeCount: number
  /** Sentences about anything unusual in the file. */
  notices: string[]
}

type Graph = Pick<OnnxSummary, 'inputs' | 'outputs' | 'nodeCount'>

type Model = {
  irVersion: number | null
  producer: string[]
  opsets: OnnxSummary['opsets']
  graph: Graph | null
  properties: Set<string>
}

/**
 * Reads the description of an ONNX file, and checks that it contains its weights. Walks the model's fields and skips
 * the data of its tensors, whatever their size.
 */
export async function readOnnx(source: ByteSource): Promise<OnnxSummary> {
  const reader = new ProtobufReader(new ByteCursor(source, maxReadBytes), bounds)
  const parts = createOnnxParts(reader)
  const model: Model = { irVersion: null, producer: [], opsets: [], graph: null, properties: new Set() }
  try {
    await readModel(reader, source.sizeBytes, model, parts)
  } catch (error) {
    // Every model starts with its version, so a file that fails before that is not a model.
    throw error instanceof FormatError && model.irVersion === null ? notOnnx() : error
  }
  const { irVersion, producer, opsets, graph } = model
  if (irVersion === null || graph === null) throw notOnnx()
  if (opsets.length === 0) throw damaged('it lists no operator set')
  const notices = [...noticesOf(opsets, parts.foreignDomains()), ...noticesOfGraph(graph)]
  return { kind: 'onnx', irVersion, producer: producer.join(' ').trim() || null, opsets, ...graph, notices }
}

function noticesOf(opsets: OnnxSummary['opsets'], domains: string[]): string[] {
  const unusual = domains.filter((domain) => !newestOpsets.has(domain))
  return [
    ...(unusual.length === 0
      ? []
      : [`It uses operators that not every runtime supports: ${unusual.map((domain) => `“${domain}”`).join(', ')}.`]),
    ...repeated(opsets.map(({ domain }) => domain)).map(
      (domain) => `It lists more than one version of the operator set “${domain}”.`,
    ),
    ...opsets.flatMap(({ domain, version }) => {
      const newest = newestOpsets.get(domain)
      if (newest === undefined || version <= newest) return []
      return [`Its operator set ${version} of “${domain}” is newer than the newest known one, ${newest}.`]
    }),
  ]
}

function noticesOfGraph({ inputs, outputs, nodeCount }: Graph): string[] {
  return [
    ...repeated(inputs.map(({ name }) => name)).map((name) => `More than one input has the name “${name}”.`),
    ...(outputs.length === 0 ? ['The model has no outputs, so it returns nothing.'] : []),
    ...(nodeCount === 0 ? ['The model has no nodes, so it computes nothing.'] : []),
  ]
}

function repeated(names: string[]): string[] {
  const seen = new Set<string>()
  const twice = names.filter((name) => seen.has(name) || !seen.add(name))
  return [...new Set(twice)]
}

function readModel(reader: ProtobufReader, end: number, model: Model, parts: OnnxParts): Promise<void> {
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
        model.graph = await readGraph(reader, messageEnd(field), model.irVersion ?? firstIrVersionWithPureInputs, parts)
        break
      case 8:
        if (model.opsets.length === maxOpsets) throw damaged('it lists too many operator sets')
        model.opsets.push(await readOpset(reader, messageEnd(field)))
        break
      case 14:
        addProperty(model.properties, await readKey(reader, messageEnd(field)))
        break
      case 20:
        await parts.trainingInfo(messageEnd(field))
        break
      case 25:
        await parts.localFunction(messageEnd(field))
        break
    }
  })
}

function addProperty(properties: Set<string>, key: string): void {
  if (properties.has(key)) throw damaged(`“${key.slice(0, 80)}” occurs twice in its metadata`)
  properties.add(key)
  if (properties.size > maxProperties) throw damaged('it has more metadata than any real model')
}

async function readKey(reader: ProtobufReader, end: number): Promise<string> {
  let key = ''
  await reader.fields(end, (field) => {
    if (field.number !== 1) return undefined
    return reader.text(messageEnd(field), maxNameBytes).then((text) => void (key = text))
  })
  return key
}

async function readGraph(reader: ProtobufReader, end: number, irVersion: number, parts: OnnxParts): Promise<Graph> {
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
        return parts.node(messageEnd(field))
      case 5:
        return parts.tensor(messageEnd(field)).then(({ name }) => addWeight(name))
      case 15:
        return parts.sparseTensor(messageEnd(field))
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

  function addWeight(name: string): void {
    if (irVersion >= firstIrVersionWithPureInputs) return
    requireFew({ length: weights.size })
    weights.add(name)
  }
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

const notOnnx = () => new FormatError('This isn’t an ONNX model.')
