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
  const units = withoutExplained(checkUnits(checked), [...body, ...pressures])
  const explaining = [...body, ...units, ...pressures]
  const findings = [
    ...explaining,
    ...checkEmptied(checked),
    ...checkNeverFilled(
      checked,
      pressures.flatMap(({ columns }) => columns),
    ),
    ...withoutExplained(checkMedians(checked), explaining),
    ...checkPatients(checked),
    ...checkRenumbered(checked),
    ...checkShifted(checked),
    ...checkDoubled(checked),
    ...withoutExplained(checkBounds(checked), explaining),
  ]
  return findings
    .toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
    .map((finding) => ({ id: [finding.kind, ...finding.columns].join('-'), ...finding }))
}

/** Findings about columns that others do not question already. */
function withoutExplained(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const explained = others.filter(({ needsReason }) => needsReason).flatMap(({ columns }) => columns)
  return findings.filter(({ columns }) => !columns.some((key) => explained.includes(key)))
}

const urgencyOf = ({ needsReason, needsConfirmation }: Finding) => (needsReason ? 2 : needsConfirmation ? 1 : 0)

/** Whether more than a third of the current rows change or are removed, or a finding requires it. */
export function needsConfirmation({ diff }: Pick<Checked, 'diff'>, findings: readonly Finding[]): boolean {
  const touched = diff.changed.length + diff.removed.length
  return touched * 3 > diff.now.length || findings.some((finding) => finding.needsConfirmation)
}
