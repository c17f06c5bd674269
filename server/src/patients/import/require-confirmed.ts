import type { ImportPreview } from '@health-console/contract/patient-imports.ts'
import { conflict, invalidField } from '../../http/errors.ts'

type Confirmation = { acceptRemoval?: boolean | undefined; reason?: string | undefined }

/** @throws ApiError unless everything that a preview requires is confirmed and explained */
export function requireConfirmed(preview: ImportPreview, { acceptRemoval, reason }: Confirmation): void {
  if (preview.needsConfirmation && acceptRemoval !== true)
    throw conflict(`${whatNeedsIt(preview)} Confirm that this is intended.`)
  const doubtful = preview.findings.find(({ needsReason }) => needsReason)
  if (doubtful && reason === undefined) {
    throw invalidField('reason', `Explain in one line why the file is correct: ${doubtful.title}`)
  }
}

function whatNeedsIt({ findings, removed, rowsNow }: ImportPreview): string {
  const finding = findings.find((each) => each.needsConfirmation)
  if (removed * 3 > rowsNow) return 'More than a third of the rows would be removed.'
  return finding ? `${finding.title}: ${finding.detail}` : 'More than a third of the rows would be changed or removed.'
}
