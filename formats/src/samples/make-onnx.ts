import { concat } from './byte-writer.ts'
import { seededBytes } from './random-bytes.ts'

type Dimension = number | string

type OnnxOptions = {
  irVersion?: number
  producer?: string
  producerVersion?: string
  opset?: number
  input?: { name: string; shape: Dimension[] }
  output?: { name: string; shape: Dimension[] }
  /** The bias that the one node adds; its length is the last dimension of the input. */
  weightCount?: number
  /** Before version 4 of the format every weight was also listed as an input. */
  listWeightsAsInputs?: boolean
  /** More fields of the model, of its graph and of its node. */
  modelFields?: Uint8Array
  graphFields?: Uint8Array
  nodeFields?: Uint8Array
  seed?: number
}

const float = 1

/** A small valid ONNX model that adds a bias to its input; the same options give the same bytes. */
export function makeOnnx(options: OnnxOptions = {}): Uint8Array<ArrayBuffer> {
  const weightCount = options.weightCount ?? 64
  const input = options.input ?? { name: 'signal', shape: ['batch', weightCount] }
  const output = options.output ?? { name: 'embedding', shape: ['batch', weightCount] }
  const graph = message(
    bytesField(
      1,
      message(text(1, input.name), text(1, 'bias'), text(2, output.name), text(4, 'Add'), options.nodeFields ?? empty),
    ),
    text(2, 'encoder'),
    bytesField(5, weights('bias', weightCount, options.seed ?? 1)),
    bytesField(11, valueInfo(input.name, input.shape)),
    options.listWeightsAsInputs ? bytesField(11, valueInfo('bias', [weightCount])) : empty,
    bytesField(12, valueInfo(output.name, output.shape)),
    options.graphFields ?? empty,
  )
  return message(
    varintField(1, options.irVersion ?? 9),
    text(2, options.producer ?? 'demo'),
    text(3, options.producerVersion ?? '1.0'),
    bytesField(7, graph),
    bytesField(8, message(text(1, ''), varintField(2, options.opset ?? 17))),
    options.modelFields ?? empty,
  )
}

function weights(name: string, count: number, seed: number): Uint8Array {
  return message(varintField(1, count), varintField(2, float), text(8, name), bytesField(9, smallFloats(count, seed)))
}

/** Values between -1 and 1, so that a runtime that loads the file never gets NaN. */
function smallFloats(count: number, seed: number): Uint8Array {
  const raw = new DataView(seededBytes(count * 4, seed).buffer)
  for (let index = 0; index < count; index += 1) raw.setFloat32(index * 4, raw.getInt32(index * 4) / 2 ** 31, true)
  return new Uint8Array(raw.buffer)
}

function valueInfo(name: string, shape: Dimension[]): Uint8Array {
  const dimensions = shape.map((dimension) =>
    bytesField(1, typeof dimension === 'number' ? varintField(1, dimension) : text(2, dimension)),
  )
  const tensorType = message(varintField(1, float), bytesField(2, message(...dimensions)))
  return message(text(1, name), bytesField(2, bytesField(1, tensorType)))
}

const empty = new Uint8Array(0)

/** Encodes one protobuf message: its fields one after the other. */
export const message = (...fields: Uint8Array[]) => concat(fields)

export const varintField = (number: number, value: number | bigint) => message(varint(number * 8), varint(value))

export const bytesField = (number: number, bytes: Uint8Array) => message(bytesHeader(number, bytes.byteLength), bytes)

/** The tag and length of a bytes field. A test can write it without the bytes, with a false length. */
export const bytesHeader = (number: number, sizeBytes: number | bigint) =>
  message(varint(number * 8 + 2), varint(sizeBytes))

export const text = (number: number, value: string) => bytesField(number, new TextEncoder().encode(value))

export function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return Uint8Array.from([...bytes, Number(rest)])
}
