export type Random = ReturnType<typeof createRandom>

/** The same seed gives the same numbers on every machine (xorshift, 32 bits): for demo data, not for secrets. */
export function createRandom(seed: number) {
  let state = seed | 1
  /** A number from 0 up to, but not including, 1. */
  function next(): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability: number) => next() < probability,
    /** A number from a roughly normal distribution. */
    around: (middle: number, spread: number) => middle + spread * (next() + next() + next() - 1.5),
    pick<T>(items: readonly [T, ...T[]]): T {
      return items[Math.floor(next() * items.length)] ?? items[0]
    },
    /** An id in the form of a UUIDv7, like the product's ids. */
    uuid(timeMs: number): string {
      const time = Math.floor(timeMs).toString(16).padStart(12, '0')
      const hex = (digits: number) =>
        Math.floor(next() * 16 ** digits)
          .toString(16)
          .padStart(digits, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`
    },
  }
}
