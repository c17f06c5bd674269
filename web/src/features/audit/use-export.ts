import { useEffect, useRef, useState } from 'react'
import { isUnconfirmed } from '../../api/errors.ts'
import { saveStream } from '../../api/save-stream.ts'
import { type ExportFormat, type ExportQuery, streamAuditLog } from './queries.ts'

type ExportProgress = { entries: number; bytes: number }

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
const newLine = 0x0a

/** Saves entries of the audit log as a file, one export at a time. Leaving the page cancels it. */
export function useExport() {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const [state, setState] = useState<'idle' | 'running' | 'done' | 'failed'>('idle')
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(query: ExportQuery, format: ExportFormat, name: string) {
    const controller = new AbortController()
    running.current = controller
    setProgress({ entries: 0, bytes: 0 })
    setState('running')
    let lines = 0
    let last = newLine
    // This line is not an entry but the header of a CSV file or the last line of an NDJSON file.
    const entries = () => Math.max(0, lines - 1)
    try {
      await saveStream({
        stream: await streamAuditLog(query, format, controller.signal),
        signal: controller.signal,
        read: (piece) => {
          for (const byte of piece) if (byte === newLine) lines += 1
          last = piece.at(-1) ?? last
          return piece
        },
        onProgress: (bytes) => setProgress({ entries: entries(), bytes }),
        isWhole: () => last === newLine,
        name: `${name}-${new Date().toISOString().slice(0, 10)}.${format}`,
        type: types[format],
      })
      setState('done')
    } catch (error) {
      if (controller.signal.aborted || isUnconfirmed(error)) return setState('idle')
      setState('failed')
    }
  }

  return { progress, state, start, cancel: () => running.current?.abort() }
}
