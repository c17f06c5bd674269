import { isSignedOut } from '../../api/errors.ts'
import { toFailure } from '../../lib/failure.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../../ui/toasts.ts'
import { fetchDocument } from './queries.ts'

/** Saves one report as a JSON file. It is fetched again, so that the download is logged. */
export async function downloadReport(userId: string, reportId: string): Promise<void> {
  try {
    const document = await fetchDocument(userId, reportId, { download: true })
    saveFile(new Blob([document], { type: 'application/json' }), `user-${reportId}-report.json`)
  } catch (error) {
    if (!isSignedOut(error)) toast.error('Couldn’t load the report', toFailure(error))
  }
}
