import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { checkBody } from './check-body.ts'
import { checkBounds, checkEmptied, checkMedians, checkNeverFilled } from './check-columns.ts'
import { checkDoubled, checkRenumbered } from './check-identities.ts'
import { checkPatients } from './check-patients.ts'
import { checkPressures } from './check-pressures.ts'
import { checkShifted } from './check-shifted.ts'
import { checkUnits } from './check-units.ts'
import type { Checked, Finding } from './finding.ts'

export type FoundFinding = Finding & { id: string }

/**
 * All findings of a new table compared with the current one, most urgent first. What one finding explains is
 * not reported by another.
 */
export function findFindings(checked: Checked): FoundFinding[] {
  const body = checkBody(checked)
  const pressures = checkPressures(checked)
  const units = checkUnits(checked, explainedBy([...body, ...pressures]))
  const explained = explainedBy([...body, ...pressures, ...units])
  const findings = [
    ...body,
    ...units,
    ...pressures,
    ...checkEmptied(checked),
    ...checkNeverFilled(
      checked,
      pressures.flatMap(({ columns }) => columns),
    ),
    ...checkMedians(checked, explained),
    ...checkPatients(checked),
    ...checkRenumbered(checked),
    ...checkShifted(checked),
    ...checkDoubled(checked),
    ...checkBounds(checked, explained),
  ]
  return findings
    .toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
    .map((finding) => ({ id: [finding.kind, ...finding.columns].join('-'), ...finding }))
}

/** The columns that a finding questions already. */
const explainedBy = (findings: readonly Finding[]): PatientColumnKey[] =>
  findings.filter(({ needsReason }) => needsReason).flatMap(({ columns }) => columns)

const urgencyOf = ({ needsReason, needsConfirmation }: Finding) => (needsReason ? 2 : needsConfirmation ? 1 : 0)

/** Whether more than a third of the current rows change or are removed, or a finding requires it. */
export function needsConfirmation({ diff }: Pick<Checked, 'diff'>, findings: readonly Finding[]): boolean {
  const touched = diff.changed.length + diff.removed.length
  return touched * 3 > diff.now.length || findings.some((finding) => finding.needsConfirmation)
}
