import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { createColumnNumbers } from '../../src/features/patients/compare/column-statistics.ts'
import { diffTables } from '../../src/features/patients/compare/diff-tables.ts'
import type { Checked } from '../../src/features/patients/column-checks/finding.ts'
import { headingOf } from '../../src/features/patients/reading/words/own-headings.ts'
import { type MadePatient, rowsOf } from './made-patients.ts'

/** What is checked if a table with our headings replaces another, unless `how` says otherwise. */
export function checkedOf(
  now: readonly MadePatient[],
  next: readonly MadePatient[],
  how: Partial<Omit<Checked, 'diff' | 'numbersOf'>> = {},
): Checked {
  const diff = diffTables(rowsOf(now), rowsOf(next))
  return {
    diff,
    numbersOf: createColumnNumbers(diff),
    unitOf: ownUnitOf,
    headingOf,
    statesUnit: () => true,
    hasOwnUnits: false,
    bodies: undefined,
    explained: [],
    ...how,
  }
}
