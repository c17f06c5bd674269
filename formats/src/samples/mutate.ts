import { seededRandom } from './random-bytes.ts'

/** Values at which lengths and counts overflow; they find more errors than random values. */
const nastyBytes = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff]

/** A damaged copy of a file; the same seed gives the same bytes. */
export function mutate(original: Uint8Array, seed: number): Uint8Array {
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
