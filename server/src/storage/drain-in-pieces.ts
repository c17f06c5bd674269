import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

type Pieces = { pieceBytes: number; piecesInFlight: number; maxBytes: number }

/**
 * Gathers a stream into pieces of `pieceBytes` (the last one may be shorter) and hands each to `take` with its offset,
 * up to `piecesInFlight` at once while the next one fills. The buffers are used again and again, so memory stays flat
 * however long the stream is. Whatever fails, nobody is writing any more when this ends, and the stream is not
 * destroyed: its sender can still be answered.
 */
export async function drainInPieces(
  body: Readable,
  { pieceBytes, piecesInFlight, maxBytes }: Pieces,
  onTooLarge: () => Error,
  take: (piece: Buffer, offset: number) => Promise<void>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const buffers = new LentBuffers(pieceBytes, piecesInFlight + 1)
  let sizeBytes = 0
  let piece: Buffer | null = null
  let filled = 0
  const handOver = (buffer: Buffer) => {
    const content = buffer.subarray(0, filled)
    const offset = sizeBytes - filled
    hash.update(content)
    buffers.lend(buffer, take(content, offset))
    filled = 0
  }
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
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

/**
 * Lets a sender go away before anybody reads: whoever reads then gets the error. Without a listener it would end the
 * process.
 */
export function keepErrorForReader(body: Readable): void {
  body.on('error', () => {})
}

/** A fixed number of buffers, each either free or lent until the work on it is done. */
class LentBuffers {
  readonly #bytes: number
  readonly #most: number
  readonly #free: Buffer[] = []
  readonly #lent = new Set<Promise<void>>()
  #made = 0
  #failure: { error: unknown } | null = null

  constructor(bytes: number, most: number) {
    this.#bytes = bytes
    this.#most = most
  }

  /** @throws what the work on an earlier buffer threw */
  async take(): Promise<Buffer> {
    this.throwFailure()
    if (this.#free.length === 0 && this.#made < this.#most) {
      this.#made += 1
      return Buffer.allocUnsafeSlow(this.#bytes)
    }
    if (this.#free.length === 0) await Promise.race(this.#lent)
    this.throwFailure()
    return this.#free.pop() ?? this.take()
  }

  lend(buffer: Buffer, work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .then(() => {
        this.#free.push(buffer)
        this.#lent.delete(done)
      })
    this.#lent.add(done)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#lent)
  }

  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
