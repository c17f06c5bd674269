import { expect, test } from 'vitest'
import { FormatError } from './format-error.ts'
import { inspectFile } from './inspect.ts'
import { makeGguf } from './samples/make-gguf.ts'
import { makeOnnx } from './samples/make-onnx.ts'
import { bytesSource, observedSource } from '../testing/observed-source.ts'
import { mutate } from './samples/mutate.ts'
import { seededBytes } from './samples/random-bytes.ts'

const mutationsEach = 1000

const samples = [
  { type: 'gguf', bytes: makeGguf({ name: 'Triage', contextLength: 4096, vocabulary: ['a', 'b', 'c'] }) },
  { type: 'onnx', bytes: makeOnnx({ irVersion: 3, listWeightsAsInputs: true }) },
  { type: 'txt', bytes: new TextEncoder().encode('Grüße 🩺\n'.repeat(200)) },
] as const

test.each(samples)(
  '[files-18] $type: a damaged file is either read or rejected with a clear error',
  async ({ type, bytes }) => {
    let rejected = 0
    for (let seed = 1; seed <= mutationsEach; seed += 1) {
      const mutated = mutate(bytes, seed)
      const { source, observed } = observedSource(bytesSource(mutated))
      const error: unknown = await inspectFile(type, source).then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(error === null || error instanceof FormatError, `seed ${seed}: ${String(error)}`).toBe(true)
      expect(observed.readBytes, `seed ${seed}`).toBeLessThanOrEqual(mutated.byteLength * 20 + 64 * 1024)
      if (error !== null) rejected += 1
    }
    expect(rejected).toBeGreaterThan(50)
  },
)

test.each(['gguf', 'onnx', 'txt'] as const)('%s: random bytes are rejected', async (type) => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { source } = observedSource(bytesSource(seededBytes(4096, seed)))
    await expect(inspectFile(type, source), `seed ${seed}`).rejects.toBeInstanceOf(FormatError)
  }
})

test('a model with an extremely long description is rejected', async () => {
  const templates = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`t${index}`, ' '.repeat(2 ** 20)]))
  const source = bytesSource(makeGguf({ templates }))
  await expect(inspectFile('gguf', source)).rejects.toThrow(/is longer than that of any real model/)
})

test.each(['gguf', 'onnx', 'txt'] as const)(
  'the error for a Git LFS pointer in place of a %s file names Git LFS',
  async (type) => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 12345\n`
    const source = bytesSource(new TextEncoder().encode(pointer))
    await expect(inspectFile(type, source)).rejects.toThrow(/^This is a pointer of Git LFS, not the file/)
  },
)
