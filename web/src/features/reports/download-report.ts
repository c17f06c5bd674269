import { getReport } from '@health-console/contract/reports.ts'
import { call } from '../../api/client.ts'
import { isSignedOut, withReference } from '../../api/errors.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../../ui/toasts.ts'

/** Saves one report as a JSON file. It is fetched again, so that the download is logged. */
export async function downloadReport(userId: string, reportId: string): Promise<void> {
  try {
    const { data } = await call(getReport, { params: { id: userId, reportId }, query: { download: 'true' } })
    const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    saveFile(content, `user-${reportId}-report.json`)
  } catch (error) {
    if (!isSignedOut(error)) toast.error(withReference('Failed to fetch the report', error))
  }
}
