import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { confirm } from '../../../../ui/dialogs/confirm.ts'
import { isMostlyRemoved } from './preview-tabs.ts'

/** Asks the admin to confirm a change that affects much of the table, or that a finding asks to confirm. */
export function confirmChange(preview: ImportPreview): Promise<boolean> {
  const { title, body } = describe(preview)
  const restore = 'A super admin can restore the old table from the import history.'
  return confirm({ title, body: `${body} ${restore}`, variant: 'delete', confirmLabel: 'Import data' })
}

function describe(preview: ImportPreview): { title: string; body: string } {
  const { changed, removed, rowsNow, findings } = preview
  if (isMostlyRemoved(preview)) {
    return {
      title: `Remove ${formatCount(removed)} of ${formatCount(rowsNow)} rows?`,
      body: 'They aren’t in the file, and they’re more than a third of the table.',
    }
  }
  const finding = findings.find((each) => each.needsConfirmation)
  if (finding) return { title: 'Import the file as it is?', body: `${finding.title}: ${finding.detail}` }
  return {
    title: `Change ${formatCount(changed + removed)} of ${formatCount(rowsNow)} rows?`,
    body: 'That’s more than a third of the table.',
  }
}
