import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { describe, expect, test } from 'vitest'
import { madePatients, type MadePatient, rowsOf } from '../../../../testing/patients/made-patients.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { createColumnNumbers } from '../compare/column-statistics.ts'
import { diffTables } from '../compare/diff-tables.ts'
import { headingOf } from '../reading/headings.ts'
import { ownUnitOf } from '../reading/units.ts'
import { checkBody } from './check-body.ts'
import { findFindings } from './find-findings.ts'

const patients = madePatients(createRandom(5), 60)
const withoutBmi = patients.map((patient): MadePatient => ({ ...patient, bmi: undefined }))

const change = (of: readonly MadePatient[], to: (height: number, weight: number) => [number, number]) =>
  of.map((patient) => {
    const [height, weight] = to(Number(patient.height), Number(patient.weight))
    return { ...patient, height: Number(height.toFixed(1)), weight: Number(weight.toFixed(1)) }
  })
const inchesAndPounds = (of: readonly MadePatient[]) => change(of, (cm, kg) => [cm / 2.54, kg * 2.2046])
const swapped = (of: readonly MadePatient[]) => change(of, (cm, kg) => [kg, cm])

type Units = Partial<Record<PatientColumnKey, string>>
function check(now: readonly MadePatient[], next: readonly MadePatient[], units: Units = {}) {
  const diff = diffTables(rowsOf(now), rowsOf(next))
  const unitOf = (key: PatientColumnKey) => units[key] ?? ownUnitOf(key)
  return { diff, numbersOf: createColumnNumbers(diff), unitOf, headingOf }
}
const repairsOf = (...given: Parameters<typeof check>) =>
  checkBody(check(...given)).map(({ repairs }) => repairs.map(({ label }) => label))

describe('[import-26] inches and pounds are distinguished from swapped columns', () => {
  test.each([
    ['by known patients', patients, inchesAndPounds(withoutBmi)],
    ['by the BMI of the file', [], inchesAndPounds(patients)],
    ['by the bodies', [], inchesAndPounds(withoutBmi)],
    ['by a few known patients', patients.slice(0, 8), inchesAndPounds(withoutBmi.slice(0, 8))],
  ])('inches and pounds are recognised %s', (_, now, next) =>
    expect(repairsOf(now, next)).toEqual([['Read as lb and in']]),
  )
})

test.each([
  ['by known patients', patients, swapped(withoutBmi)],
  ['by the BMI of the file', [], swapped(patients)],
  ['by the bodies', [], swapped(withoutBmi)],
])('swapped columns are distinguished from inches and pounds %s', (_, now, next) =>
  expect(repairsOf(now, next)).toEqual([['Swap Height and Weight']]),
)

test('[import-26] two explanations that fit about equally well are both offered', () => {
  const few = inchesAndPounds(withoutBmi.slice(0, 6))
  const [finding] = checkBody(check([], few))
  expect(finding).toMatchObject({
    title: 'Height and weight look swapped, or: Weight seems to be in pounds, Height seems to be in inches',
    columns: ['height', 'weight'],
    needsReason: true,
    repairs: [
      {
        label: 'Swap Height and Weight',
        answers: {
          columns: { height: { heading: 'Weight(kg)', unit: 'cm' }, weight: { heading: 'Height(cm)', unit: 'kg' } },
        },
      },
      {
        label: 'Read as lb and in',
        answers: {
          columns: { height: { heading: 'Height(cm)', unit: 'in' }, weight: { heading: 'Weight(kg)', unit: 'lb' } },
        },
      },
    ],
  })
})

test('[import-26] after a wrong repair the checks find the correct interpretation', () => {
  const wrong = swapped(inchesAndPounds(withoutBmi))
  expect(repairsOf([], wrong)[0]).toContain('Swap Height and Weight, read as lb and in')
  expect(repairsOf(patients, wrong)).toEqual([['Swap Height and Weight, read as lb and in']])
})

test('a column that is read in a wrong unit is offered the correct one', () => {
  const tooTall = change(withoutBmi, (cm, kg) => [cm * 2.54, kg])
  expect(repairsOf(patients, tooTall, { height: 'in' })).toEqual([['Read as cm']])
})

test('no repair is offered that would leave a third of the heights outside the human range', () => {
  const some = withoutBmi.map((patient, at) => ({ ...patient, height: at % 2 === 0 ? 1.7 : 4_000, weight: 70 }))
  expect(repairsOf([], some)).toEqual([])
})

test('plausible heights and weights need no explanation, with and without a BMI', () => {
  expect(repairsOf([], patients)).toEqual([])
  expect(repairsOf([], withoutBmi)).toEqual([])
  expect(repairsOf(patients, withoutBmi)).toEqual([])
})

test('a column that is not in the file is not reported as belonging to other patients', () => {
  const now = withoutBmi.map((patient, at) => ({ ...patient, height: at % 2 === 0 ? undefined : patient.height }))
  const next = now.map((patient) => ({ ...patient, height: undefined }))
  const checked = check(now, next)
  const noHeight = (key: PatientColumnKey) => (key === 'height' ? undefined : headingOf(key))
  const titles = findFindings({ ...checked, headingOf: noHeight }).map(({ title }) => title)
  expect(titles).toEqual(['Height becomes empty'])
})
