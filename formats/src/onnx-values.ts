import { elementTypeName } from './onnx-types.ts'
import { damaged, messageEnd, type ProtobufReader } from './protobuf.ts'

export const maxNameBytes = 4096
const maxDimensions = 64
const maxTypeDepth = 8

/** A dimension is a number, a name such as `batch`, or null if the model does not define it. */
type OnnxShape = (number | string | null)[]

/** An input or output of the graph. */
export type OnnxValue = { name: string; type: string; shape: OnnxShape | null }

type OnnxType = Pick<OnnxValue, 'type' | 'shape'>

type Container = 'sequence' | 'map' | 'optional'

/** The names, by field number. */
const containers: ReadonlyMap<number, Container> = new Map([
  [4, 'sequence'],
  [5, 'map'],
  [9, 'optional'],
])

const unknownType: OnnxType = { type: 'unknown', shape: null }

export async function readValueInfo(reader: ProtobufReader, end: number): Promise<OnnxValue> {
  let name = ''
  let type = unknownType
  await reader.fields(end, async (field) => {
    if (field.number === 1) name = await reader.text(messageEnd(field), maxNameBytes)
    if (field.number === 2) type = await readType(reader, messageEnd(field), 0)
  })
  return { name, ...type }
}

async function readType(reader: ProtobufReader, end: number, depth: number): Promise<OnnxType> {
  if (depth === maxTypeDepth) throw damaged('its types nest too deeply')
  let type = unknownType
  await reader.fields(end, async (field) => {
    const container = containers.get(field.number)
    if (container) type = await readContainerType(reader, messageEnd(field), container, depth)
    if (field.number === 1 || field.number === 8) type = await readTensorType(reader, messageEnd(field))
  })
  return type
}

async function readTensorType(reader: ProtobufReader, end: number): Promise<OnnxType> {
  let type = elementTypeName(0n)
  let shape: OnnxShape | null = null
  await reader.fields(end, async (field) => {
    if (field.number === 1 && field.type === 'varint') type = elementTypeName(field.value)
    if (field.number === 2) shape = await readShape(reader, messageEnd(field))
  })
  return { type, shape }
}

/**
 * Sequences and optionals have the type of their element in field 1. Maps have their key's type in field 1 and their
 * value's in field 2.
 */
async function readContainerType(
  reader: ProtobufReader,
  end: number,
  container: Container,
  depth: number,
): Promise<OnnxType> {
  const parts: string[] = []
  await reader.fields(end, async (field) => {
    if (field.type === 'varint') parts.push(elementTypeName(field.value))
    if (field.type === 'bytes') parts.push((await readType(reader, field.end, depth + 1)).type)
    if (parts.length > 2) throw damaged('one of its types is invalid')
  })
  return { type: `${container}(${parts.join(', ')})`, shape: null }
}

async function readShape(reader: ProtobufReader, end: number): Promise<OnnxShape> {
  const shape: OnnxShape = []
  await reader.fields(end, async (field) => {
    if (field.number !== 1) return
    if (shape.length === maxDimensions) throw damaged('a shape has too many dimensions')
    shape.push(await readDimension(reader, messageEnd(field)))
  })
  return shape
}

async function readDimension(reader: ProtobufReader, end: number): Promise<number | string | null> {
  let dimension: number | string | null = null
  await reader.fields(end, async (field) => {
    if (field.number === 1 && field.type === 'varint') dimension = Number(BigInt.asIntN(64, field.value))
    if (field.number === 2) dimension = await reader.text(messageEnd(field), maxNameBytes)
  })
  return dimension
}
