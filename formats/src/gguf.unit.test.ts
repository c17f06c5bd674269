import { describe, expect, test } from 'vitest'
import { readGguf } from './gguf.ts'
import { ByteWriter } from './samples/byte-writer.ts'
import { makeGguf } from './samples/make-gguf.ts'
import { bytesSource, observedSource, repeatingSource, sparseSource } from '../testing/observed-source.ts'

const read = (bytes: Uint8Array) => readGguf(bytesSource(bytes))

const header = (tensorCount: number | bigint, entryCount: number | bigint) =>
  new ByteWriter().text('GGUF').u32(3).u64(tensorCount).u64(entryCount)

describe('the description of a GGUF file', () => {
  test('the description is read from the header', async () => {
    const file = makeGguf({ architecture: 'qwen2', name: 'Triage', contextLength: 32_768, quantisation: 'Q4_K_M' })
    expect(await read(file)).toEqual({
      kind: 'gguf',
      formatVersion: 3,
      architecture: 'qwen2',
      name: 'Triage',
      parameterCount: 256 * 32 + 256 * 8 + 256,
      quantisation: 'Q4_K_M',
      contextLength: 32_768,
      tensorCount: 3,
      tokenizer: null,
      templates: [],
      notices: [],
    })
  })

  test('the description has the parameter count that the file states', async () => {
    expect(await read(makeGguf({ parameterCount: 7_241_732_096 }))).toMatchObject({ parameterCount: 7_241_732_096 })
  })

  test('the description has the most common tensor encoding if the file states no quantisation', async () => {
    expect(await read(makeGguf())).toMatchObject({ quantisation: 'Q4_K', name: null, contextLength: null })
  })

  test('the description has all chat templates in full', async () => {
    const long = `{{ messages[0].content }}${'x'.repeat(5000)}`
    const { templates } = await read(makeGguf({ templates: { '': long, tool_use: '{{ tools | tojson }}' } }))
    expect(templates).toEqual([
      { name: '', text: long },
      { name: 'tool_use', text: '{{ tools | tojson }}' },
    ])
  })

  test('a notice reports an incomplete model, and a parameter count that the tensors contradict', async () => {
    const notices = async (options: Parameters<typeof makeGguf>[0]) => (await read(makeGguf(options))).notices
    const adapter = 'This file is a LoRA adapter, not a whole model.'
    expect(await notices({ texts: { 'general.type': 'adapter', 'adapter.type': 'lora' } })).toEqual([adapter])
    const projector = 'This file is a projector for images, not a whole model.'
    expect(await notices({ texts: { 'general.type': 'mmproj' } })).toEqual([projector])
    expect(await notices({ texts: { 'general.type': 'model' } })).toEqual([])
    expect(await notices({ parameterCount: 7_000 })).toEqual([
      'The file reports 7000 parameters, but it contains 10496.',
    ])
    expect(await notices({ parameterCount: 10_496 })).toEqual([])
  })

  test('a notice reports an unknown architecture, and templates that include others', async () => {
    const file = makeGguf({ architecture: 'brain3', templates: { '': "{% include 'other' %}" } })
    expect((await read(file)).notices).toEqual([
      'The architecture “brain3” is unknown. Check that your software supports it.',
      'The chat template includes other templates (“include”).',
    ])
  })

  test('the description is the same in version 2 of the format', async () => {
    expect(await read(makeGguf({ formatVersion: 2 }))).toMatchObject({ formatVersion: 2, architecture: 'llama' })
  })

  test('the description leaves out the vocabulary, which is skipped', async () => {
    const vocabulary = Array.from({ length: 50_000 }, (_, index) => `token-${index}`)
    expect(await read(makeGguf({ vocabulary, contextLength: 2048 }))).toMatchObject({ contextLength: 2048 })
  })

  test('the description of a file of 15 GB is read without its tensors', async () => {
    const start = makeGguf({ tensors: [{ name: 'huge', dimensions: [256], type: 'F32' }] })
    const { source, observed } = observedSource(sparseSource(15e9, [{ offset: 0, bytes: start }]))
    expect(await readGguf(source)).toMatchObject({ tensorCount: 1 })
    expect(observed.readBytes).toBeLessThan(100_000)
  })
})

const rejection = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'none',
    (error) => error.message,
  )

describe('a GGUF file that cannot run', () => {
  /** One tensor of 32 floats with this type and offset, and 256 bytes of data. */
  const oneTensor = (type: number, offset: number, name = 't') =>
    new ByteWriter().u64(name.length).text(name).u32(1).u64(32).u32(type).u64(offset)
  const withArchitecture = (tensorCount: number, entryCount = 1) =>
    header(tensorCount, entryCount).u64(20).text('general.architecture').u32(8).u64(5).text('llama')

  test.each([
    ['a part of a split file', makeGguf({ numbers: { 'split.no': 1, 'split.count': 3 } }), 'This is part 2 of 3'],
    ['without an architecture', makeGguf({ architecture: '' }), 'doesn’t specify an architecture'],
    ['without tensors', makeGguf({ tensors: [] }), 'contains no weights'],
    ['with a tensor of type 77', withArchitecture(1).bytes(oneTensor(77, 0).finish()).zeros(256).finish(), '(type 77)'],
    [
      'with a gap before a tensor',
      withArchitecture(1).bytes(oneTensor(0, 64).finish()).zeros(512).finish(),
      'one of its tensors is invalid',
    ],
    [
      'with tensors that overlap',
      withArchitecture(2)
        .bytes(oneTensor(0, 0, 'a').finish())
        .bytes(oneTensor(0, 64, 'b').finish())
        .zeros(512)
        .finish(),
      'one of its tensors is invalid',
    ],
    [
      'with two tensors of one name',
      withArchitecture(2).bytes(oneTensor(0, 0).finish()).bytes(oneTensor(0, 128).finish()).zeros(512).finish(),
      '“t” occurs twice in its tensors',
    ],
    [
      'with a key that occurs twice',
      withArchitecture(1, 2).u64(20).text('general.architecture').u32(8).u64(4).text('bert').zeros(512).finish(),
      '“general.architecture” occurs twice in its metadata',
    ],
    [
      'with a list of templates',
      header(0, 1).u64(23).text('tokenizer.chat_template').u32(9).u32(8).u64(0).zeros(64).finish(),
      'one of its chat templates isn’t text',
    ],
    ['with an endless template', makeGguf({ templates: { '': 'x'.repeat(1024 * 1024 + 1) } }), 'longer than 1 MiB'],
    [
      'with a template that reaches into Python',
      makeGguf({ templates: { tool_use: "{{ messages }}\n{{ ''.__class__ }}" } }),
      'line 2 has a name of Python’s inside, “__class__”',
    ],
  ])('a GGUF file that cannot run is rejected: %s', async (_, bytes, expected) => {
    expect(await rejection(bytes)).toContain(expected)
  })

  test('the first of one part is accepted as a complete model', async () => {
    expect(await rejection(makeGguf({ numbers: { 'split.no': 0, 'split.count': 1 } }))).toBe('none')
  })
})

describe('an invalid GGUF file', () => {
  test.each([
    ['empty', new Uint8Array(0), 'This isn’t'],
    ['text', new TextEncoder().encode('You are a careful assistant.'), 'This isn’t'],
    ['only the magic number', new TextEncoder().encode('GGUF'), 'ends too early'],
    ['of version 1', new ByteWriter().text('GGUF').u32(1).zeros(64).finish(), 'supported'],
    ['of version 4', new ByteWriter().text('GGUF').u32(4).zeros(64).finish(), 'supported'],
    ['big-endian', new ByteWriter().text('GGUF').u32(0x0300_0000).zeros(64).finish(), 'supported'],
    [
      'with endless metadata',
      header(0, 2n ** 64n - 1n)
        .zeros(64)
        .finish(),
      'is damaged',
    ],
    [
      'with endless tensors',
      header(2n ** 64n - 1n, 0)
        .zeros(64)
        .finish(),
      'ends too early',
    ],
    [
      'with an endless name',
      header(0, 1)
        .u64(2n ** 63n)
        .zeros(64)
        .finish(),
      'is damaged',
    ],
    [
      'with an endless text',
      header(0, 1)
        .u64(1)
        .text('k')
        .u32(8)
        .u64(2n ** 63n)
        .zeros(64)
        .finish(),
      'ends too early',
    ],
    [
      'with an endless list',
      header(0, 1)
        .u64(1)
        .text('k')
        .u32(9)
        .u32(10)
        .u64(2n ** 62n)
        .finish(),
      'ends too early',
    ],
    ['with metadata of an unknown kind', header(0, 1).u64(1).text('k').u32(99).zeros(64).finish(), 'is damaged'],
  ])('an invalid GGUF file is rejected: %s', async (_, bytes, expected) => {
    expect(await rejection(bytes)).toContain(expected)
  })

  test('nested lists are read only to a small depth', async () => {
    const writer = header(0, 1).u64(1).text('k').u32(9)
    for (let depth = 0; depth < 100; depth += 1) writer.u32(9).u64(1)
    expect(await rejection(writer.finish())).toContain('is damaged')
  })

  test('nested lists are counted', async () => {
    const list = new ByteWriter().u32(9).u64(100_001).finish()
    const writer = header(0, 1).u64(1).text('k').u32(9).bytes(list)
    expect(await rejection(writer.zeros(100_001 * 12).finish())).toContain('is damaged')
    const few = header(0, 1).u64(1).text('k').u32(9).u32(9).u64(1_000)
    expect(await rejection(few.zeros(1_000 * 12).finish())).toContain('doesn’t specify an architecture')
  })

  test('a file with more tensors than any model has is rejected', async () => {
    const { source, observed } = observedSource(
      sparseSource(15e9, [{ offset: 0, bytes: header(1_000_001, 0).finish() }]),
    )
    await expect(readGguf(source)).rejects.toThrow('any real model')
    expect(observed.reads).toBe(1)
  })

  test('reading a header full of empty texts yields to other work', async () => {
    const count = 1_000_000
    const start = header(0, 1).u64(1).text('k').u32(9).u32(8).u64(count).finish()
    const { source, observed } = observedSource(
      sparseSource(start.byteLength + count * 8, [{ offset: 0, bytes: start }]),
    )
    await expect(readGguf(source)).rejects.toThrow('doesn’t specify an architecture')
    expect(observed.largestRead).toBeLessThanOrEqual(256 * 1024)
    expect(observed.readBytes).toBeLessThan(source.sizeBytes + 4 * 1024)
  })

  test('a tensor of impossible dimensions is rejected', async () => {
    const writer = header(1, 0).u64(1).text('t').u32(4)
    for (let dimension = 0; dimension < 4; dimension += 1) writer.u64(2n ** 64n - 1n)
    expect(await rejection(writer.u32(0).u64(0).zeros(64).finish())).toContain('ends too early')
  })

  test('a tensor that does not start on its boundary is rejected', async () => {
    const writer = header(1, 0).u64(1).text('t').u32(1).u64(1).u32(0).u64(7)
    expect(await rejection(writer.zeros(128).finish())).toContain('is damaged')
  })

  test('every truncated copy of a file is rejected', async () => {
    const whole = makeGguf({ contextLength: 4096, tensors: [{ name: 't', dimensions: [32], type: 'F32' }] })
    for (let length = 4; length < whole.byteLength; length += 1) {
      expect(await rejection(whole.subarray(0, length)), `cut to ${length} bytes`).toContain('ends too early')
    }
  })

  test('reading an endless header stops after a fixed amount', async () => {
    const start = header(0, 1).u64(1).text('k').u32(9).u32(8).u64(1e9).finish()
    const { source, observed } = observedSource(repeatingSource(15e9, start, new Uint8Array(4096)))
    await expect(readGguf(source)).rejects.toThrow('any real model')
    expect(observed.readBytes).toBeLessThanOrEqual(65 * 1024 * 1024)
  })
})
