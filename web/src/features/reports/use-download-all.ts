import { useEffect, useRef, useState } from 'react'
import { withReference } from '../../api/errors.ts'
import { toast } from '../../ui/toasts.ts'
import type { DownloadProgress } from './download-all.ts'

/** Runs one download of all reports of a user at a time; leaving the page ends it. */
export function useDownloadAll(userId: string, fullName: string) {
  const [progress, setProgress] = useState<DownloadProgress | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [userId])

  async function start() {
    const controller = new AbortController()
    running.current = controller
    setProgress({ reports: 0, bytes: 0 })
    try {
      const { downloadAllReports } = await import('./download-all.ts')
      await downloadAllReports({ userId, fullName, signal: controller.signal, onProgress: setProgress })
    } catch (error) {
      if (controller.signal.aborted) return
      toast.error(withReference('Failed to fetch all reports', error))
    } finally {
      if (running.current === controller) setProgress(null)
    }
  }

  return { progress, start, cancel: () => running.current?.abort() }
}
