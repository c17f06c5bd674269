/** A small generator of pseudo-random numbers (mulberry32): the same seed gives the same numbers. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) % 0x100000000) % below
  }
}

const interesting = [
  '<',
  '>',
  '"',
  '&',
  '/',
  ' ',
  '\0',
  '\xff',
  '0',
  '9',
  '-',
  '<![CDATA[',
  ']]>',
  '<!--',
  '&#x0;',
  '_x0000_',
]

/** Makes one to four changes: bits, bytes, cuts, copies, and fragments with a meaning in XML and zip. */
export function mutate(bytes: Uint8Array, random: (below: number) => number): Buffer {
  let mutated = Buffer.from(bytes)
  for (let left = 1 + random(4); left > 0; left -= 1) mutated = mutateOnce(mutated, random)
  return mutated
}

function mutateOnce(bytes: Buffer<ArrayBuffer>, random: (below: number) => number): Buffer<ArrayBuffer> {
  if (bytes.length === 0) return bytes
  const at = random(bytes.length)
  const end = Math.min(bytes.length, at + 1 + random(64))
  switch (random(6)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      return bytes
    case 1:
      bytes[at] = random(256)
      return bytes
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 3:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    case 4:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(interesting[random(interesting.length)] ?? '', 'latin1'),
        bytes.subarray(at),
      ])
    default:
      return random(4) === 0 ? Buffer.from(bytes.subarray(0, at)) : Buffer.from(bytes.fill(random(256), at, end))
  }
}
