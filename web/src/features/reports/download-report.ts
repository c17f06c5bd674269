import { showFailure } from '../../api/show-failure.ts'
import { saveFile } from '../../lib/save-file.ts'
import { fetchDocument } from './queries.ts'

/** Saves one report as a JSON file. It is fetched again, so that the download is logged. */
export async function downloadReport(userId: string, reportId: string): Promise<void> {
  try {
    const document = await fetchDocument(userId, reportId, { download: true })
    saveFile(new Blob([document], { type: 'application/json' }), `user-${reportId}-report.json`)
  } catch (error) {
    showFailure(error, 'Couldn’t load the report')
  }
}
