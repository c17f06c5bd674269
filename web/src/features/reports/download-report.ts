import type { Report } from '@health-console/contract/reports.ts'
import { saveFile } from '../../lib/save-file.ts'

/** Saves one report as a JSON file. */
export function downloadReport(report: Report): void {
  const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' })
  saveFile(content, `user-${report.reportId}-report.json`)
}
