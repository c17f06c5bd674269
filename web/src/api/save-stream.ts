import { saveFile } from '../lib/save-file.ts'
import { NetworkError } from './errors.ts'

type Piece = Uint8Array<ArrayBuffer>

type SaveStream = {
  stream: ReadableStream<Piece>
  signal: AbortSignal
  /** The part of a chunk that belongs in the file. */
  read: (piece: Piece) => Piece
  /** Called periodically with the progress. */
  onProgress: (bytes: number) => void
  /** Whether everything has arrived. A lost connection may look like the end. */
  isWhole: () => boolean
  name: string
  type: string
}

/** The browser may keep finished parts on disk, so they should not be too small. */
const partBytes = 32 * 1024 * 1024
const progressEveryMs = 100

/** Saves a stream as a file once it is complete. */
export async function saveStream(options: SaveStream): Promise<void> {
  const { stream, signal, read, onProgress, isWhole, name, type } = options
  const parts: Blob[] = []
  let pieces: Piece[] = []
  let waitingBytes = 0
  let bytes = 0
  let reportedAtMs = 0

  const fold = () => {
    parts.push(new Blob(pieces))
    pieces = []
    waitingBytes = 0
  }
  for await (const piece of readPieces(stream, signal)) {
    const wanted = read(piece)
    pieces.push(wanted)
    waitingBytes += wanted.length
    bytes += wanted.length
    if (waitingBytes >= partBytes) fold()
    if (performance.now() - reportedAtMs < progressEveryMs) continue
    reportedAtMs = performance.now()
    onProgress(bytes)
  }
  if (!isWhole()) throw new NetworkError()
  fold()
  saveFile(new Blob(parts, { type }), name)
}

async function* readPieces(stream: ReadableStream<Piece>, signal: AbortSignal) {
  const reader = stream.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw signal.aborted ? error : new NetworkError(error)
  }
}
