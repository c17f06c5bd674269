import { saveStream } from '../../api/save-stream.ts'
import { streamAllReports } from './queries.ts'
import { createReportArrayReader } from './report-array.ts'

export type DownloadProgress = { reports: number; bytes: number }

type DownloadAll = {
  userId: string
  fullName: string
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/** Fetches every report of a user and saves them as one JSON array. */
export async function downloadAllReports({ userId, fullName, signal, onProgress }: DownloadAll): Promise<void> {
  const array = createReportArrayReader()
  await saveStream({
    stream: await streamAllReports(userId, signal),
    signal,
    read: array.read,
    onProgress: (bytes) => onProgress({ reports: array.count(), bytes }),
    isWhole: array.isWhole,
    name: `${fullName}-reports.json`,
    type: 'application/json',
  })
}
