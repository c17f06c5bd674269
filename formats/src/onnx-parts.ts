import { FormatError } from './format-error.ts'
import { elementBits, elementTypeName } from './onnx-types.ts'
import { maxNameBytes } from './onnx-values.ts'
import { damaged, messageEnd, type ProtobufReader } from './protobuf.ts'

const maxDepth = 16
const maxDimensions = 64
const maxDomains = 256

/** The contents of a model's nodes and tensors, including those in subgraphs and functions. */
export type OnnxParts = {
  node(end: number, depth?: number): Promise<void>
  tensor(end: number): Promise<{ name: string }>
  sparseTensor(end: number): Promise<void>
  graph(end: number, depth?: number): Promise<void>
  /** The domain of a function that the model defines; nodes may use it. */
  localFunction(end: number): Promise<void>
  trainingInfo(end: number): Promise<void>
  /** The domains of the operators that are used but not defined in the model. */
  foreignDomains(): string[]
}

/**
 * Walks the nodes and tensors of a model. Rejects weights that are in another file: the console stores one file, and a
 * path in a model could lead anywhere on the machine that loads it.
 */
export function createOnnxParts(reader: ProtobufReader): OnnxParts {
  const used = new Set<string>()
  const local = new Set<string>()

  async function graph(end: number, depth = 0): Promise<void> {
    if (depth === maxDepth) throw damaged('its graphs nest too deeply')
    await reader.fields(end, (field) => {
      if (field.number === 1) return node(messageEnd(field), depth)
      if (field.number === 5) return tensor(messageEnd(field)).then(() => undefined)
      if (field.number === 15) return sparseTensor(messageEnd(field))
      return undefined
    })
  }

  async function node(end: number, depth = 0): Promise<void> {
    await reader.fields(end, (field) => {
      if (field.number === 5) return attribute(messageEnd(field), depth)
      if (field.number === 7) return domain(messageEnd(field), used)
      return undefined
    })
  }

  async function attribute(end: number, depth: number): Promise<void> {
    await reader.fields(end, (field) => {
      if (field.number === 5 || field.number === 10) return tensor(messageEnd(field)).then(() => undefined)
      if (field.number === 6 || field.number === 11) return graph(messageEnd(field), depth + 1)
      if (field.number === 22 || field.number === 23) return sparseTensor(messageEnd(field))
      return undefined
    })
  }

  async function domain(end: number, domains: Set<string>): Promise<void> {
    const name = await reader.text(end, maxNameBytes)
    if (name !== '') domains.add(name)
    if (domains.size > maxDomains) throw damaged('it lists too many domains')
  }

  async function sparseTensor(end: number): Promise<void> {
    await reader.fields(end, (field) =>
      field.number === 1 || field.number === 2 ? tensor(messageEnd(field)).then(() => undefined) : undefined,
    )
  }

  async function localFunction(end: number): Promise<void> {
    await reader.fields(end, (field) => {
      if (field.number === 7) return node(messageEnd(field))
      if (field.number === 10) return domain(messageEnd(field), local)
      if (field.number === 11) return attribute(messageEnd(field), 0)
      return undefined
    })
  }

  async function trainingInfo(end: number): Promise<void> {
    await reader.fields(end, (field) =>
      field.number === 1 || field.number === 2 ? graph(messageEnd(field)) : undefined,
    )
  }

  async function tensor(end: number): Promise<{ name: string }> {
    const dimensions: bigint[] = []
    let type = 0n
    let name = ''
    let rawBytes: number | null = null
    let hasValues = false
    await reader.fields(end, (field) => {
      switch (field.number) {
        case 1:
          if (field.type === 'varint') return addDimensions([field.value])
          return reader.varints(messageEnd(field), maxDimensions).then(addDimensions)
        case 2:
          if (field.type === 'varint') type = field.value
          return undefined
        case 8:
          return reader.text(messageEnd(field), maxNameBytes).then((text) => void (name = text))
        case 9:
          rawBytes = messageEnd(field) - reader.position
          return undefined
        case 13:
          return rejectExternal(messageEnd(field))
        case 14:
          if (field.type === 'varint' && field.value !== 0n) throw external('')
          return undefined
        case 4:
        case 5:
        case 6:
        case 7:
        case 10:
        case 11:
          hasValues = true
      }
      return undefined
    })
    requireValues({ name, type, dimensions, rawBytes, hasValues })
    return { name }

    function addDimensions(values: bigint[]): void {
      dimensions.push(...values)
      if (dimensions.length > maxDimensions) throw damaged('a tensor has too many dimensions')
    }
  }

  async function rejectExternal(end: number): Promise<void> {
    const entry: string[] = []
    await reader.fields(end, (field) =>
      field.number === 1 || field.number === 2
        ? reader.text(messageEnd(field), maxNameBytes).then((text) => void (entry[field.number - 1] = text))
        : undefined,
    )
    if (entry[0] === 'location') throw external(entry[1] ?? '')
  }

  const foreignDomains = () => [...used].filter((name) => !local.has(name)).sort()

  return { graph, node, tensor, sparseTensor, localFunction, trainingInfo, foreignDomains }
}

type Tensor = { name: string; type: bigint; dimensions: bigint[]; rawBytes: number | null; hasValues: boolean }

function requireValues({ name, type, dimensions, rawBytes, hasValues }: Tensor): void {
  const which = `the tensor “${name.slice(0, 80)}”`
  const bits = elementBits(type)
  if (bits === undefined || type === 0n) throw damaged(`${which} has no known type (${elementTypeName(type)})`)
  const elements = dimensions.reduce((product, size) => product * BigInt.asIntN(64, size), 1n)
  if (elements < 0n) throw damaged(`${which} has impossible dimensions`)
  if (rawBytes === null ? elements > 0n && !hasValues : BigInt(rawBytes) !== (elements * BigInt(bits) + 7n) / 8n) {
    throw damaged(`the data of ${which} doesn’t have the size that its dimensions require`)
  }
}

function external(location: string): FormatError {
  const where = location === '' ? 'another file' : `another file (“${location.slice(0, 80)}”)`
  return new FormatError(`Some weights of this ONNX model are in ${where}. Export the model with all weights embedded.`)
}
