import { Readable } from 'node:stream'

export const streamOf = (bytes: Uint8Array): Readable => Readable.from([Buffer.from(bytes)])

/** A stream of zeros, so that a test can have a large file that is not stored anywhere. */
export function zeros(sizeBytes: number, pieceBytes = 64 * 1024): Readable {
  const piece = Buffer.alloc(pieceBytes)
  let left = sizeBytes
  return new Readable({
    read() {
      if (left === 0) return void this.push(null)
      const length = Math.min(left, pieceBytes)
      left -= length
      this.push(length === pieceBytes ? piece : piece.subarray(0, length))
    },
  })
}

/** A stream of bytes from a sender that then sends nothing more, but stays connected. */
export function stalling(bytes: Uint8Array): Readable {
  const stream = new Readable({ read() {} })
  stream.push(Buffer.from(bytes))
  return stream
}

/** A stream from a sender that disconnects halfway. */
export function breaking(bytes: Uint8Array, error: Error): Readable {
  const stream = stalling(bytes)
  stream.once('data', () => setImmediate(() => stream.destroy(error)))
  return stream.pause()
}
