import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Measures the size and the SHA-256 of the data that passes through `stream`. */
export function measure() {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      sizeBytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ sizeBytes, sha256: hash.digest('hex') }) }
}
