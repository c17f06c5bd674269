import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { describe, expect, test } from 'vitest'
import { checkedOf } from '../../../../testing/patients/checked.ts'
import { madePatient, madePatients, type MadePatient } from '../../../../testing/patients/made-patients.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { headingOf } from '../reading/words/own-headings.ts'
import { checkBody } from './check-body.ts'
import { findFindings } from './find-findings.ts'

const patients = madePatients(createRandom(5), 60)
const withoutBmi = patients.map((patient): MadePatient => ({ ...patient, bmi: undefined }))

const change = (of: readonly MadePatient[], to: (height: number, weight: number) => [number, number]) =>
  of.map((patient) => {
    const [height, weight] = to(Number(patient.height), Number(patient.weight))
    return { ...patient, height: Number(height.toFixed(1)), weight: Number(weight.toFixed(1)) }
  })
const bmiOf = ({ height, weight }: MadePatient) => Number(weight) / (Number(height) / 100) ** 2
const inchesAndPounds = (of: readonly MadePatient[]) => change(of, (cm, kg) => [cm / 2.54, kg * 2.2046])
const swapped = (of: readonly MadePatient[]) => change(of, (cm, kg) => [kg, cm])

type Units = Partial<Record<PatientColumnKey, string>>
const check = (now: readonly MadePatient[], next: readonly MadePatient[], units: Units = {}) =>
  checkedOf(now, next, { unitOf: (key) => units[key] ?? ownUnitOf(key) })
const repairsOf = (...given: Parameters<typeof check>) =>
  checkBody(check(...given)).map(({ repairs }) => repairs.map(({ label }) => label))

describe('[import-26] inches and pounds are distinguished from swapped columns', () => {
  test.each([
    ['by known patients', patients, inchesAndPounds(withoutBmi)],
    ['by the BMI of the file', [], inchesAndPounds(patients)],
    ['by the bodies', [], inchesAndPounds(withoutBmi)],
    ['by a few known patients', patients.slice(0, 8), inchesAndPounds(withoutBmi.slice(0, 8))],
  ])('inches and pounds are recognised %s', (_, now, next) =>
    expect(repairsOf(now, next)[0]?.slice(0, 2)).toEqual(['Keep as it is', 'Read as in and lb']),
  )
})

test.each([
  ['by known patients', patients, swapped(withoutBmi)],
  ['by the BMI of the file', [], swapped(patients)],
  ['by the bodies', [], swapped(withoutBmi)],
])('swapped columns are distinguished from inches and pounds %s', (_, now, next) =>
  expect(repairsOf(now, next)).toEqual([['Keep as it is', 'Swap Height and Weight']]),
)

test('a repair covers no usual row of a patient whose values in the current table are wrong', () => {
  const heavy = withoutBmi.filter((patient) => bmiOf(patient) > 22)
  const ids = (from: number, to: number) => new Set(heavy.slice(from, to).map(({ memberId }) => memberId))
  const [inPounds, wrongNow] = [ids(0, 3), ids(4, 6)]
  const times = (chosen: ReadonlySet<unknown>, factor: number) =>
    withoutBmi.map((patient) =>
      chosen.has(patient.memberId)
        ? { ...patient, weight: Number((Number(patient.weight) * factor).toFixed(1)) }
        : patient,
    )
  expect(repairsOf(times(wrongNow, 0.4536), times(inPounds, 2.2046))).toEqual([['Read these 3 rows as lb']])
})

test('two mistakes in a few rows each are repaired as the current table says, and not both by a third one', () => {
  const heavy = withoutBmi.filter((patient) => bmiOf(patient) > 31)
  const [swap, inPounds] = [
    new Set(heavy.slice(0, 3)),
    new Set(withoutBmi.filter((patient) => bmiOf(patient) < 31).slice(0, 3)),
  ]
  const next = withoutBmi.flatMap((patient) => {
    if (swap.has(patient)) return swapped([patient])
    return inPounds.has(patient) ? change([patient], (cm, kg) => [cm, kg * 2.2046]) : [patient]
  })
  expect(repairsOf(withoutBmi, next)).toEqual([['Read these 3 rows as lb', 'Swap these 3 rows']])
})

describe('a repair leaves out rows that it may make worse', () => {
  const random = createRandom(7)
  const made = (bodies: readonly Partial<MadePatient>[]) =>
    bodies.map((body, at): MadePatient => ({ ...madePatient(random, 1_000 + at), bmi: undefined, age: 40, ...body }))
  const adult = made([
    { height: 170, weight: 75 },
    { height: 180, weight: 82 },
    { height: 162, weight: 66 },
  ])
  const rowsInPounds = [
    { height: 170, weight: 165, bmi: 25.9 },
    { height: 165, weight: 150, bmi: 25 },
    { height: 175, weight: 176, bmi: 26.1 },
  ]
  test.each<[string, readonly Partial<MadePatient>[], string[], Units?]>([
    [
      'because another mistake in the table explains them as simply, if the patient is heavy',
      [...swapped(adult), { height: 170, weight: 165 }, { height: 130, weight: 198 }],
      ['Swap these 3 rows'],
    ],
    [
      'because only their BMI may be wrong',
      [
        ...rowsInPounds,
        { height: 170, weight: 100, bmi: 15.7 },
        ...Array.from({ length: 5 }, () => ({ ...adult[0], bmi: 26 })),
      ],
      ['Read these 3 rows as lb'],
    ],
    [
      'because their age may be wrong',
      Array.from({ length: 3 }, () => ({ height: 35, weight: 0.5, age: 6 })),
      [],
      { weight: 'lb' },
    ],
    [
      'because a swap and two units explain nearly anything',
      [
        { height: 165, weight: 5.7 },
        { height: 180, weight: 5.9 },
        { height: 172, weight: 5.8 },
      ],
      [],
    ],
  ])('%s', (_, bodies, labels, units = {}) => {
    const checked = check([], [...withoutBmi, ...made(bodies)], units)
    const [finding] = checkBody({ ...checked, statesUnit: () => false })
    expect(finding?.repairs.map(({ label }) => label)).toEqual(labels)
  })
})

test('without an age, no one of an adult’s height has the BMI of an infant', () => {
  const inStones = withoutBmi.map((patient, at) =>
    at < 2 ? { ...patient, age: undefined, height: 170, weight: 14 } : patient,
  )
  expect(checkBody(check([], inStones)).map(({ title }) => title)).toEqual([
    'Height and weight can’t both be right in 2 rows',
  ])
})

test('[import-26] each explanation that fits is offered with what it leaves, besides keeping the file as it is', () => {
  const few = inchesAndPounds(withoutBmi.slice(0, 6))
  const [finding] = checkBody(check([], few))
  expect(finding).toMatchObject({
    title: 'Height seems to be in inches, Weight seems to be in pounds, or: Height and weight look swapped',
    detail: expect.stringMatching(
      /^Keep as it is: 6 of 6 rows unusual, 6 impossible, median BMI 343\.24\. Read as in and lb: 0 of 6 rows unusual, /,
    ),
    columns: ['height', 'weight'],
    needsReason: true,
    repairs: [
      {
        label: 'Keep as it is',
        answers: { bodies: 'as_they_are' },
        leaves: { rows: 6, unusual: 6, impossible: 6 },
      },
      {
        label: 'Read as in and lb',
        answers: {
          columns: { height: { heading: 'Height(cm)', unit: 'in' }, weight: { heading: 'Weight(kg)', unit: 'lb' } },
        },
        leaves: { rows: 6, unusual: 0, impossible: 0 },
      },
      {
        label: 'Swap Height and Weight',
        answers: {
          columns: { height: { heading: 'Weight(kg)', unit: 'cm' }, weight: { heading: 'Height(cm)', unit: 'kg' } },
        },
        leaves: { rows: 6, unusual: 2, impossible: 0 },
      },
    ],
  })
})

test('[import-26] after a wrong repair the checks find the correct interpretation', () => {
  const wrong = swapped(inchesAndPounds(withoutBmi))
  const found = [['Keep as it is', 'Swap Height and Weight, read as in and lb']]
  expect(repairsOf([], wrong)).toEqual(found)
  expect(repairsOf(patients, wrong)).toEqual(found)
})

test('a column that is read in a wrong unit is offered the correct one', () => {
  const tooTall = change(withoutBmi, (cm, kg) => [cm * 2.54, kg])
  expect(repairsOf(patients, tooTall, { height: 'in' })).toEqual([['Keep as it is', 'Read as cm']])
})

const tall = (patient: MadePatient, height: number): MadePatient => ({ ...patient, height })
const inMetres = (count: number) =>
  withoutBmi.map((patient, at) => (at < count ? tall(patient, Number(patient.height) / 100) : patient))

test('a first table without a sex says so, as without a measure', () => {
  const findings = findFindings(
    check(
      [],
      withoutBmi.map((patient) => ({ ...patient, sex: undefined })),
    ),
  )
  expect(findings).toMatchObject([{ kind: 'newly_empty', columns: ['sex', 'bmi'], title: 'Sex and BMI will be empty' }])
})

describe('a few wrong heights are listed, each with what explains it, and nothing else is questioned', () => {
  const few = inMetres(3)
  test('without a repair if the heading states the unit', () => {
    const findings = findFindings(check([], few))
    expect(findings).toMatchObject([
      {
        title: 'Height and weight can’t both be right in 3 rows',
        detail: '60 rows have both values. 3 would fit if read as m.',
        needsReason: false,
        needsConfirmation: false,
        repairs: [],
      },
      { title: 'BMI will be empty', needsReason: false, needsConfirmation: false, rows: 0 },
    ])
    expect([...(findings[0]?.rowsBehind() ?? [])]).toHaveLength(3)
  })
  test('with a repair of these rows if it does not, or if the current table contradicts them', () => {
    const repair = [{ label: 'Read these 3 rows as m', answers: { bodies: 'm+kg' } }]
    const [unstated] = checkBody(checkedOf([], few, { statesUnit: () => false }))
    const [existing] = checkBody(check(patients, few))
    expect([unstated?.repairs, existing?.repairs]).toEqual([repair, repair])
  })
  test.each([
    ['has the same mistake', few],
    ['is older, and the patients have grown or gained weight', change(withoutBmi, (cm, kg) => [cm * 0.93, kg * 0.85])],
  ])('with a repair if the current table %s', (_, now) => {
    const [finding] = checkBody(checkedOf(now, few, { statesUnit: () => false }))
    expect(finding?.repairs).toEqual([{ label: 'Read these 3 rows as m', answers: { bodies: 'm+kg' } }])
  })
  test('and neither is one height of 1,680', () => {
    const [first, ...others] = withoutBmi
    const findings = findFindings(check(first ? [first, ...others] : [], first ? [tall(first, 1_680), ...others] : []))
    expect(findings.map(({ title, repairs }) => [title, repairs])).toEqual([
      ['Height and weight can’t both be right in 1 row', []],
    ])
  })
})

test('a third of the weights in pounds raises a question whose answer may be for these rows', () => {
  const mixed = withoutBmi.map((patient, at) =>
    at % 3 === 0 ? { ...patient, weight: Number((Number(patient.weight) * 2.2046).toFixed(1)) } : patient,
  )
  const [finding] = checkBody(check([], mixed))
  expect(finding?.repairs.map(({ label }) => label)).toEqual(['Keep as it is', 'Read these 16 rows as lb'])
})

test('weights that no unit explains need a confirmation if they are in most rows', () => {
  const inPercent = withoutBmi.map((patient, at) => ({ ...patient, weight: 0.6 + (at % 5) / 10 }))
  expect(checkBody(check([], inPercent))).toMatchObject([
    { title: 'Height and weight can’t both be right in 60 rows', needsConfirmation: true, repairs: [] },
  ])
})

test('a column that is kept although most of its values are outside the limits needs a confirmation', () => {
  const inFeet = change(withoutBmi, (cm, kg) => [cm / 30.48, kg])
  const findings = findFindings(checkedOf([], inFeet, { bodies: 'as_they_are' }))
  expect(findings.map(({ id, needsConfirmation }) => [id, needsConfirmation])).toEqual([
    ['unit-height', true],
    ['bounds-height', true],
    ['newly_empty-bmi', false],
  ])
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
