import { hash } from 'node:crypto'

/** The first eight bytes of an id's SHA-256. */
export const hashId = (id: string): bigint => hash('sha256', id, 'buffer').readBigUInt64LE()

/** Finds duplicate ids among millions, with eight bytes for each. */
export function createIdList() {
  let hashes = new BigUint64Array(1_024)
  let length = 0
  return {
    add(id: string): void {
      if (length === hashes.length) {
        const longer = new BigUint64Array(2 * length)
        longer.set(hashes)
        hashes = longer
      }
      hashes[length] = hashId(id)
      length += 1
    },
    /** The hashes of ids that occur more than once. */
    listRepeated(): ReadonlySet<bigint> {
      const sorted = hashes.subarray(0, length).sort()
      return new Set(sorted.filter((each, index) => index > 0 && each === sorted[index - 1]))
    },
  }
}
