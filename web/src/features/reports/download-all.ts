import { NetworkError } from '../../api/errors.ts'
import { saveFile } from '../../lib/save-file.ts'
import { streamAllReports } from './queries.ts'
import { createReportArrayReader } from './report-array.ts'

export type DownloadProgress = { reports: number; bytes: number }

type DownloadAll = {
  userId: string
  fullName: string
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/** The browser may keep finished parts on disk; small ones would be too many. */
const partBytes = 32 * 1024 * 1024
const progressEveryMs = 100

/** Fetches every report of a user and saves them as one JSON array. */
export async function downloadAllReports({ userId, fullName, signal, onProgress }: DownloadAll): Promise<void> {
  const stream = await streamAllReports(userId, signal)
  const array = createReportArrayReader()
  const parts: Blob[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  let bytes = 0
  let toldAtMs = 0

  const fold = () => {
    parts.push(new Blob(pieces))
    pieces = []
    waitingBytes = 0
  }
  for await (const piece of readPieces(stream, signal)) {
    const wanted = array.read(piece)
    pieces.push(wanted)
    waitingBytes += wanted.length
    bytes += wanted.length
    if (waitingBytes >= partBytes) fold()
    if (performance.now() - toldAtMs < progressEveryMs) continue
    toldAtMs = performance.now()
    onProgress({ reports: array.count(), bytes })
  }
  if (!array.isWhole()) throw new NetworkError()
  fold()
  saveFile(new Blob(parts, { type: 'application/json' }), `${fullName}-reports.json`)
}

async function* readPieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
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
