import type { ByteSource } from '../src/byte-source.ts'

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

/** Counts the bytes read, and throws for reads that a caller must never make. */
export function observedSource(source: ByteSource) {
  const observed = { reads: 0, readBytes: 0, largestRead: 0 }
  const read = async (offset: number, length: number) => {
    if (!(offset >= 0 && length > 0 && offset + length <= source.sizeBytes)) {
      throw new Error(`Read of ${length} bytes at ${offset}, in a file of ${source.sizeBytes}`)
    }
    observed.reads += 1
    observed.readBytes += length
    observed.largestRead = Math.max(observed.largestRead, length)
    return source.read(offset, length)
  }
  return { source: { sizeBytes: source.sizeBytes, read }, observed }
}

/** A file of zeros with pieces of bytes at the given offsets, so that a test can have a file of many gigabytes. */
export function sparseSource(sizeBytes: number, pieces: { offset: number; bytes: Uint8Array }[]): ByteSource {
  return {
    sizeBytes,
    read: async (offset, length) => {
      const window = new Uint8Array(length)
      for (const piece of pieces) {
        const from = Math.max(offset, piece.offset)
        const to = Math.min(offset + length, piece.offset + piece.bytes.byteLength)
        if (from < to) window.set(piece.bytes.subarray(from - piece.offset, to - piece.offset), from - offset)
      }
      return window
    },
  }
}

/** A file with a given start, followed by the same bytes repeated up to the size. */
export function repeatingSource(sizeBytes: number, start: Uint8Array, repeated: Uint8Array): ByteSource {
  return {
    sizeBytes,
    read: async (offset, length) => {
      const window = new Uint8Array(length)
      for (let index = 0; index < length; index += 1) {
        const at = offset + index
        window[index] =
          (at < start.byteLength ? start[at] : repeated[(at - start.byteLength) % repeated.byteLength]) ?? 0
      }
      return window
    },
  }
}
