import { expect, test } from 'vitest'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { checkedOf } from '../../../../testing/patients/checked.ts'
import { madePatient, madePatients, type MadePatient } from '../../../../testing/patients/made-patients.ts'
import { changeOrdinarily, mistakes } from '../../../../testing/patients/mistakes.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { findFindings, needsConfirmation } from './find-findings.ts'

/** What is asked before a table replaces another; empty if nothing is. */
function askedFor(now: readonly MadePatient[], next: readonly MadePatient[]): string[] {
  const checked = checkedOf(now, next)
  const findings = findFindings(checked)
  const reasons = findings.filter(({ needsReason }) => needsReason).map(({ title }) => title)
  return needsConfirmation(checked, findings) ? [...reasons, 'confirmation'] : reasons
}

// Small tables prove the same rules before each change.
const hasLarge = faultRounds > 1

test.for([{ rows: 219, tables: 10 }, ...(hasLarge ? [{ rows: 10_000, tables: 1 }] : [])])(
  'at least 95 % of tables of $rows rows with one of twelve mistakes lead to a question',
  ({ rows, tables }) => {
    const passed: string[] = []
    for (let seed = 1; seed <= tables * faultRounds; seed += 1) {
      const random = createRandom(seed * 7_919)
      const patients = madePatients(random, rows)
      for (const [name, make] of Object.entries(mistakes)) {
        if (askedFor(patients, make(patients, random)).length === 0) passed.push(`${name}, seed ${seed}`)
      }
    }
    expect(Object.keys(mistakes)).toHaveLength(12)
    expect(passed.slice(tables * faultRounds * 12 * 0.05)).toEqual([])
  },
)

test.for([{ rows: 219, files: 300 }, ...(hasLarge ? [{ rows: 10_000, files: 3 }] : [])])(
  'at most one in 1,000 files of about $rows rows with ordinary changes leads to a question',
  ({ rows, files }) => {
    const asked: string[] = []
    const patients = madePatients(createRandom(rows), rows)
    for (let seed = 1; seed <= files * faultRounds; seed += 1) {
      const random = createRandom(seed * 104_729)
      const next = changeOrdinarily(patients, random, (memberId) => madePatient(random, memberId))
      const questions = askedFor(patients, next)
      if (questions.length > 0) asked.push(`seed ${seed}: ${questions.join(', ')}`)
    }
    expect(asked.slice((files * faultRounds) / 1_000)).toEqual([])
  },
)

test('a column that is empty for only other patients has no count of rows that change', () => {
  const patients = madePatients(createRandom(1), 60)
  const others = patients.map((patient) => ({ ...patient, memberId: `N-${patient.memberId}`, bmi: undefined }))
  const findings = findFindings(checkedOf(patients, others))
  expect(findings.find(({ title }) => title === 'BMI becomes empty')?.detail).toBe(
    '60 rows of the current table have a value, and no row of the file has one.',
  )
})
