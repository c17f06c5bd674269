import { describe, expect, test } from 'vitest'
import { readOnnx } from './onnx.ts'
import { bytesField, bytesHeader, makeOnnx, message, text, varint, varintField } from './samples/make-onnx.ts'
import { bytesSource, observedSource, sparseSource } from '../testing/observed-source.ts'

const read = (bytes: Uint8Array) => readOnnx(bytesSource(bytes))

const rejection = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'none',
    (error) => error.message,
  )

const irVersion = varintField(1, 9)
const opset = bytesField(8, varintField(2, 17))

describe('the description of an ONNX file', () => {
  test('the description is read from the fields of the model', async () => {
    const file = makeOnnx({
      producer: 'pytorch',
      producerVersion: '2.9',
      opset: 18,
      input: { name: 'ppg', shape: ['batch', 1, 1250] },
      output: { name: 'embedding', shape: ['batch', 512] },
    })
    expect(await read(file)).toEqual({
      kind: 'onnx',
      irVersion: 9,
      producer: 'pytorch 2.9',
      opsets: [{ domain: 'ai.onnx', version: 18 }],
      inputs: [{ name: 'ppg', type: 'float', shape: ['batch', 1, 1250] }],
      outputs: [{ name: 'embedding', type: 'float', shape: ['batch', 512] }],
      nodeCount: 1,
      notices: [],
    })
  })

  test('the description leaves out weights that an old file lists as inputs', async () => {
    const file = makeOnnx({ irVersion: 3, listWeightsAsInputs: true })
    expect((await read(file)).inputs.map((input) => input.name)).toEqual(['signal'])
  })

  test('the description lists inputs that are not tensors', async () => {
    const int64Tensor = bytesField(1, varintField(1, 7))
    const mapOfTensors = bytesField(5, message(varintField(1, 8), bytesField(2, int64Tensor)))
    const value = message(
      bytesField(1, new TextEncoder().encode('scores')),
      bytesField(2, bytesField(4, bytesField(1, mapOfTensors))),
    )
    const summary = await read(message(irVersion, bytesField(7, bytesField(12, value)), opset))
    expect(summary.outputs).toEqual([{ name: 'scores', type: 'sequence(map(string, int64))', shape: null }])
  })

  test('the description is found after 12 GB of weights, which are not read', async () => {
    const weightBytes = 12e9
    const tensorStart = message(varintField(1, weightBytes / 4), varintField(2, 1), bytesHeader(9, weightBytes))
    const weightHeader = message(bytesHeader(5, tensorStart.byteLength + weightBytes), tensorStart)
    const input = bytesField(11, bytesField(1, new TextEncoder().encode('ppg')))
    const graphBytes = weightHeader.byteLength + weightBytes + input.byteLength
    const start = message(irVersion, bytesHeader(7, graphBytes), weightHeader)
    const end = message(input, opset)
    const sizeBytes = start.byteLength + weightBytes + end.byteLength
    const { source, observed } = observedSource(
      sparseSource(sizeBytes, [
        { offset: 0, bytes: start },
        { offset: start.byteLength + weightBytes, bytes: end },
      ]),
    )
    expect((await readOnnx(source)).inputs.map((value) => value.name)).toEqual(['ppg'])
    expect(observed.readBytes).toBeLessThan(100_000)
  })
})

describe('an invalid ONNX model', () => {
  test.each([
    ['empty', new Uint8Array(0), 'This isn’t'],
    ['text', new TextEncoder().encode('You are a careful assistant.'), 'This isn’t'],
    ['all zeros', new Uint8Array(1000), 'This isn’t'],
    ['without a graph', message(irVersion, opset), 'This isn’t'],
    ['without operator sets', message(irVersion, bytesField(7, new Uint8Array(0))), 'is damaged'],
    ['with two graphs', message(irVersion, bytesField(7, opset), bytesField(7, opset), opset), 'is damaged'],
    ['with a number in place of the graph', message(irVersion, varintField(7, 1), opset), 'is damaged'],
    ['with an endless number', message(irVersion, new Uint8Array(12).fill(0xff)), 'is damaged'],
    ['with a length of 2^64 - 1', message(irVersion, bytesHeader(7, 2n ** 64n - 1n)), 'ends too early'],
    ['with a part past the end', message(irVersion, bytesHeader(7, 1000), new Uint8Array(10)), 'ends too early'],
    ['with an impossible type', message(irVersion, varint(7 * 8 + 3)), 'is damaged'],
    ['with a part longer than the whole', message(irVersion, bytesField(7, bytesHeader(1, 3)), opset), 'is damaged'],
  ])('an invalid ONNX model is rejected: %s', async (_, bytes, expected) => {
    expect(await rejection(bytes)).toContain(expected)
  })

  test('every truncated copy of a file is rejected', async () => {
    const whole = makeOnnx()
    for (let length = 0; length < whole.byteLength; length += 1) {
      expect(await rejection(whole.subarray(0, length)), `cut to ${length} bytes`).not.toBe('none')
    }
  })

  test('nested types are read only to a small depth', async () => {
    let type = bytesField(1, varintField(1, 1))
    for (let depth = 0; depth < 100; depth += 1) type = bytesField(4, bytesField(1, type))
    const value = bytesField(11, bytesField(2, type))
    expect(await rejection(message(irVersion, bytesField(7, value), opset))).toContain('is damaged')
  })

  test('an input with endlessly repeated descriptions is rejected', async () => {
    const shapes = new Uint8Array(3_000_000)
    for (let at = 0; at < shapes.byteLength; at += 2) shapes[at] = 0x12
    const value = bytesField(2, bytesField(1, shapes))
    expect(await rejection(message(irVersion, bytesField(7, bytesField(11, value)), opset))).toContain('any real model')
  })

  test('millions of empty parts are rejected', async () => {
    const emptyNodes = new Uint8Array(6_000_000)
    for (let at = 0; at < emptyNodes.byteLength; at += 2) emptyNodes[at] = 0x0a
    expect(await rejection(message(irVersion, bytesField(7, emptyNodes), opset))).toContain('any real model')
  })
})

describe('an ONNX model with weights elsewhere', () => {
  const location = (path: string) => bytesField(13, message(text(1, 'location'), text(2, path)))
  const tensor = (...more: Uint8Array[]) => message(varintField(1, 2), varintField(2, 1), text(8, 'w'), ...more)
  const data = bytesField(9, new Uint8Array(8))
  const outside = tensor(location('../../etc/weights.bin'), varintField(14, 1))
  const node = (attribute: Uint8Array) => bytesField(1, message(text(4, 'Constant'), bytesField(5, attribute)))

  test.each([
    ['an initializer', { graphFields: bytesField(5, outside) }],
    ['an initializer that names no place', { graphFields: bytesField(5, tensor(varintField(14, 1))) }],
    ['a sparse initializer', { graphFields: bytesField(15, bytesField(1, outside)) }],
    ['the indices of a sparse initializer', { graphFields: bytesField(15, bytesField(2, outside)) }],
    ['an attribute', { nodeFields: bytesField(5, bytesField(5, outside)) }],
    ['a list of an attribute', { nodeFields: bytesField(5, bytesField(10, outside)) }],
    ['a sparse attribute', { nodeFields: bytesField(5, bytesField(22, bytesField(1, outside))) }],
    ['a subgraph', { nodeFields: bytesField(5, bytesField(6, bytesField(5, outside))) }],
    ['a node of a subgraph', { nodeFields: bytesField(5, bytesField(11, node(bytesField(5, outside)))) }],
    ['a function', { modelFields: bytesField(25, bytesField(7, bytesField(5, bytesField(5, outside)))) }],
    ['its training', { modelFields: bytesField(20, bytesField(2, bytesField(5, outside))) }],
  ])('weights outside of the model are rejected: %s', async (_, options) => {
    expect(await rejection(makeOnnx(options))).toMatch(/^Some weights of this ONNX model are in another file/)
  })

  test('the error for external weights contains their path', async () => {
    expect(await rejection(makeOnnx({ graphFields: bytesField(5, outside) }))).toContain('(“../../etc/weights.bin”)')
  })

  test.each([
    ['fewer values than its dimensions', tensor(bytesField(9, new Uint8Array(4))), 'doesn’t have the size'],
    ['no values', tensor(), 'doesn’t have the size'],
    ['a type that is not known', message(varintField(1, 2), varintField(2, 77), text(8, 'w'), data), '(type 77)'],
    ['no type', message(varintField(1, 2), text(8, 'w'), data), '(undefined)'],
  ])('a tensor with %s is rejected', async (_, initializer, expected) => {
    expect(await rejection(makeOnnx({ graphFields: bytesField(5, initializer) }))).toContain(expected)
  })

  test.each([
    ['in raw bytes', tensor(data)],
    ['as numbers', tensor(bytesField(4, new Uint8Array(8)))],
    ['with packed dimensions', message(bytesField(1, varint(2)), varintField(2, 1), data)],
    ['of half bytes', message(varintField(1, 3), varintField(2, 21), bytesField(9, new Uint8Array(2)))],
    ['without elements', message(varintField(1, 0), varintField(2, 1))],
  ])('a tensor %s is accepted', async (_, initializer) => {
    expect(await rejection(makeOnnx({ graphFields: bytesField(5, initializer) }))).toBe('none')
  })

  test('a repeated key is rejected', async () => {
    const property = bytesField(14, message(text(1, 'author'), text(2, 'x')))
    expect(await rejection(makeOnnx({ modelFields: message(property, property) }))).toContain('“author” occurs twice')
  })
})

describe('an unusual ONNX model', () => {
  const notices = async (options: Parameters<typeof makeOnnx>[0]) => (await read(makeOnnx(options))).notices

  test('a notice lists unusual domains of operators', async () => {
    expect(await notices({ nodeFields: text(7, 'acme.ops') })).toEqual([
      'It uses operators that not every runtime supports: “acme.ops”.',
    ])
    const nested = bytesField(5, bytesField(6, bytesField(1, text(7, 'acme.inner'))))
    expect(await notices({ nodeFields: nested })).toEqual([
      'It uses operators that not every runtime supports: “acme.inner”.',
    ])
  })

  test('there is no notice for common domains and for the model’s own functions', async () => {
    expect(await notices({ nodeFields: text(7, 'com.microsoft') })).toEqual([])
    const own = { nodeFields: text(7, 'local'), modelFields: bytesField(25, message(text(1, 'f'), text(10, 'local'))) }
    expect(await notices(own)).toEqual([])
  })

  test('notices report repeated inputs, several versions of an operator set, and a model without nodes or outputs', async () => {
    const input = bytesField(11, text(1, 'signal'))
    expect(await notices({ graphFields: input })).toEqual(['More than one input has the name “signal”.'])
    const opset = bytesField(8, message(text(1, ''), varintField(2, 13)))
    expect(await notices({ modelFields: opset })).toEqual([
      'It lists more than one version of the operator set “ai.onnx”.',
    ])
    const model = message(varintField(1, 9), text(2, 'demo '), bytesField(7, text(2, 'g')), opset)
    expect(await read(model)).toMatchObject({
      producer: 'demo',
      notices: ['The model has no outputs, so it returns nothing.', 'The model has no nodes, so it computes nothing.'],
    })
  })

  test('a notice reports a newer operator set', async () => {
    expect(await notices({ opset: 99 })).toEqual([
      'Its operator set 99 of “ai.onnx” is newer than the newest known one, 26.',
    ])
    const ml = bytesField(8, message(text(1, 'ai.onnx.ml'), varintField(2, 6)))
    expect(await notices({ modelFields: ml })).toEqual([
      'Its operator set 6 of “ai.onnx.ml” is newer than the newest known one, 5.',
    ])
  })
})
