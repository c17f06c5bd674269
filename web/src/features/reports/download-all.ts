import type { Days } from '../../lib/days.ts'
import { saveStream } from '../../api/save-stream.ts'
import { streamAllReports } from './queries.ts'
import { createReportArrayReader } from './report-array.ts'

export type DownloadProgress = { reports: number; bytes: number }

type DownloadAll = {
  userId: string
  fullName: string
  /** No days mean all reports. */
  days: Days
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/** Fetches every report of a user, or those of some days, and saves them as one JSON array. */
export async function downloadAllReports({ userId, fullName, days, signal, onProgress }: DownloadAll): Promise<void> {
  const array = createReportArrayReader()
  await saveStream({
    stream: await streamAllReports(userId, days, signal),
    signal,
    read: array.read,
    onProgress: (bytes) => onProgress({ reports: array.count(), bytes }),
    isWhole: array.isWhole,
    name: `${[fullName, 'reports', ...namesOf(days)].join('-')}.json`,
    type: 'application/json',
  })
}

/** The days in the file's name, such as "2026-11-17", or "since", "2026-11-17". */
function namesOf({ date, from, to }: Days): string[] {
  const name = (day: string) => day.slice(0, 10)
  if (date) return [name(date)]
  if (from && to) return [name(from), 'to', name(to)]
  if (from) return ['since', name(from)]
  return to ? ['until', name(to)] : []
}
