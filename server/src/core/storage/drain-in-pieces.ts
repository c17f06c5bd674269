import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

type Pieces = { pieceBytes: number; piecesInFlight: number; maxBytes: number }

/**
 * Gathers a stream into pieces of `pieceBytes` (the last one may be shorter) and passes each to `take` with its offset,
 * up to `piecesInFlight` at once while the next one fills. The buffers are reused, so a stream of any length needs
 * constant memory. When this ends, even with an error, all writes have finished, and the stream is not destroyed, so
 * that its sender can still get a response.
 */
export async function drainInPieces(
  body: Readable,
  { pieceBytes, piecesInFlight, maxBytes }: Pieces,
  onTooLarge: () => Error,
  take: (piece: Buffer, offset: number) => Promise<void>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const buffers = new BufferPool(pieceBytes, piecesInFlight + 1)
  let sizeBytes = 0
  let piece: Buffer | null = null
  let filled = 0
  const handOver = (buffer: Buffer) => {
    const content = buffer.subarray(0, filled)
    const offset = sizeBytes - filled
    hash.update(content)
    buffers.release(buffer, take(content, offset))
    filled = 0
  }
  try {
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      if (sizeBytes + chunk.length > maxBytes) throw onTooLarge()
      for (let read = 0; read < chunk.length;) {
        piece ??= await buffers.take()
        const copied = chunk.copy(piece, filled, read)
        read += copied
        filled += copied
        sizeBytes += copied
        if (filled < pieceBytes) continue
        handOver(piece)
        piece = null
      }
    }
    if (piece !== null) handOver(piece)
  } finally {
    await buffers.settled()
  }
  buffers.throwFailure()
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Keeps an error of the stream for the later reader. Without a listener the error would end the process. */
export function keepErrorForReader(body: Readable): void {
  body.on('error', () => {})
}

/** A fixed number of buffers, each of which is either free or in use. */
class BufferPool {
  readonly #bytes: number
  readonly #maxCount: number
  readonly #free: Buffer[] = []
  readonly #inUse = new Set<Promise<void>>()
  #made = 0
  #failure: { error: unknown } | null = null

  constructor(bytes: number, maxCount: number) {
    this.#bytes = bytes
    this.#maxCount = maxCount
  }

  /** @throws the error of the work on an earlier buffer */
  async take(): Promise<Buffer> {
    this.throwFailure()
    if (this.#free.length === 0 && this.#made < this.#maxCount) {
      this.#made += 1
      return Buffer.allocUnsafeSlow(this.#bytes)
    }
    if (this.#free.length === 0) await Promise.race(this.#inUse)
    this.throwFailure()
    return this.#free.pop() ?? this.take()
  }

  release(buffer: Buffer, work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .then(() => {
        this.#free.push(buffer)
        this.#inUse.delete(done)
      })
    this.#inUse.add(done)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#inUse)
  }

  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
