import { expect, test } from 'vitest'
import { FormatError } from './format-error.ts'
import { inspectFile } from './inspect.ts'
import { makeGguf } from './samples/make-gguf.ts'
import { makeOnnx } from './samples/make-onnx.ts'
import { bytesSource, observedSource } from '../testing/observed-source.ts'
import { seededBytes, seededRandom } from './samples/random-bytes.ts'

const mutationsEach = 1000

const samples = [
  { type: 'gguf', bytes: makeGguf({ name: 'Triage', contextLength: 4096, vocabulary: ['a', 'b', 'c'] }) },
  { type: 'onnx', bytes: makeOnnx({ irVersion: 3, listWeightsAsInputs: true }) },
  { type: 'txt', bytes: new TextEncoder().encode('Grüße 🩺\n'.repeat(200)) },
] as const

/** Values at which lengths and counts overflow find more faults than random values. */
const nastyBytes = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff]

function mutate(original: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed)
  const bytes = Uint8Array.from(original)
  const isEarly = random() % 4 !== 0
  const reach = isEarly ? Math.min(512, bytes.byteLength) : bytes.byteLength
  const changes = 1 + (random() % 8)
  for (let change = 0; change < changes; change += 1) {
    const at = random() % reach
    const run = random() % 3 === 0 ? 8 : 1
    const byte = random() % 2 === 0 ? (nastyBytes[random() % nastyBytes.length] ?? 0) : random() & 0xff
    bytes.fill(byte, at, at + run)
  }
  const cutsOff = random() % 5 === 0
  return cutsOff ? bytes.subarray(0, random() % bytes.byteLength) : bytes
}

test.each(samples)('$type: a damaged file is either read or refused with a clear error', async ({ type, bytes }) => {
  let refused = 0
  for (let seed = 1; seed <= mutationsEach; seed += 1) {
    const mutated = mutate(bytes, seed)
    const { source, observed } = observedSource(bytesSource(mutated))
    const error: unknown = await inspectFile(type, source).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error === null || error instanceof FormatError, `seed ${seed}: ${String(error)}`).toBe(true)
    expect(observed.readBytes, `seed ${seed}`).toBeLessThanOrEqual(mutated.byteLength * 20 + 64 * 1024)
    if (error !== null) refused += 1
  }
  expect(refused).toBeGreaterThan(50)
})

test.each(['gguf', 'onnx', 'txt'] as const)('%s: random bytes are refused', async (type) => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { source } = observedSource(bytesSource(seededBytes(4096, seed)))
    await expect(inspectFile(type, source), `seed ${seed}`).rejects.toBeInstanceOf(FormatError)
  }
})
