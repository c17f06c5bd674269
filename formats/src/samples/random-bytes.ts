/** A small generator (mulberry32) of numbers below 2^32. The same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

export function seededBytes(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(seed)
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index += 1) bytes[index] = random() & 0xff
  return bytes
}
