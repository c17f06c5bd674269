import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Random } from '../../src/operations/demo/random.ts'
import type { MadePatient } from './made-patients.ts'

/** Breaks a table in one way. */
type Mistake = (patients: readonly MadePatient[], random: Random) => MadePatient[]

const measured = ['age', 'height', 'weight', 'systolicBloodPressure', 'diastolicBloodPressure', 'bmi'] as const
const columns: readonly [PatientColumnKey, ...PatientColumnKey[]] = [
  ...measured,
  'subjectId',
  'sex',
  'hypertension',
  'diabetes',
  'cerebralInfarction',
  'cerebrovascularDisease',
]

/** Mistakes in real tables. */
export const mistakes: Record<string, Mistake> = {
  pounds: (patients) => convert(patients, 'weight', (kg) => rounded(kg / 0.453_592_37, 1)),
  inches: (patients) => convert(patients, 'height', (cm) => rounded(cm / 2.54, 1)),
  metres: (patients) => convert(patients, 'height', (cm) => rounded(cm / 100, 2)),
  'swapped height and weight': (patients) => swap(patients, 'height', 'weight'),
  'swapped pressures': (patients) => swap(patients, 'systolicBloodPressure', 'diastolicBloodPressure'),
  'a shifted column': (patients, random) => {
    const key = random.pick(columns)
    const from = random.between(0, Math.floor(patients.length / 2))
    const by = random.between(1, 3)
    return patients.map((patient, at) => (at < from ? patient : { ...patient, [key]: patients[at - by]?.[key] }))
  },
  'a sorted column': (patients, random) => {
    const key = random.pick(columns)
    const direction = random.pick([1, -1])
    const values = patients
      .map((patient) => patient[key])
      // Empty cells are last.
      .toSorted((a, b) => (a === undefined || b === undefined ? 0 : a < b ? -direction : a > b ? direction : 0))
    return patients.map((patient, at) => ({ ...patient, [key]: values[at] }))
  },
  'doubled rows': (patients, random) => {
    const from = random.between(0, Math.floor(patients.length * 0.9))
    const again = patients.slice(from, from + Math.ceil(patients.length * 0.1))
    return [...patients, ...again.map((patient, at) => ({ ...patient, memberId: 1_000_000 + at }))]
  },
  'a lost decimal comma': (patients, random) =>
    convert(patients, random.pick(['weight', 'bmi']), (value) => Number(String(value).replace('.', ''))),
  'months as years': (patients, random) => convert(patients, 'age', (years) => years * 12 + random.between(0, 11)),
  'codes turned round': (patients, random) => {
    const key = random.pick<PatientColumnKey>(['sex', 'diabetes'])
    const other = (value: string | number | undefined) => {
      if (key === 'diabetes') return value === undefined ? 'Diabetes' : undefined
      return value === 'Male' ? 'Female' : 'Male'
    }
    return patients.map((patient) => ({ ...patient, [key]: other(patient[key]) }))
  },
  'renumbered IDs': (patients, random) => {
    const first = random.between(0, Math.floor(patients.length * 0.9))
    return patients.map((patient, at) =>
      at < first ? patient : { ...patient, memberId: Number(patient.memberId) + 1 },
    )
  },
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

function convert(
  patients: readonly MadePatient[],
  key: PatientColumnKey,
  to: (value: number) => number,
): MadePatient[] {
  return patients.map((patient) => {
    const value = patient[key]
    return typeof value === 'number' ? { ...patient, [key]: to(value) } : patient
  })
}

const swap = (patients: readonly MadePatient[], a: PatientColumnKey, b: PatientColumnKey): MadePatient[] =>
  patients.map((patient) => ({ ...patient, [a]: patient[b], [b]: patient[a] }))

const correctable = columns.slice(0, -1).filter((key) => key !== 'subjectId')
const sexShare = 0.015

/**
 * An ordinary change: new rows, a few that were removed, and up to 5 % of the values corrected in up to 30 % of the
 * rows. Distributed evenly, the same number of corrections would change nearly half of the rows.
 */
export function changeOrdinarily(
  patients: readonly MadePatient[],
  random: Random,
  make: (memberId: number) => MadePatient,
) {
  const cells = Math.floor(patients.length * 12 * random.next() * 0.05)
  const inEach = random.between(1, 6)
  const rows = Math.min(Math.ceil(cells / inEach), Math.floor(patients.length * 0.3))
  // In some files the same columns are corrected everywhere; in others it depends on the row.
  const sameColumns = random.chance(0.5) ? pickSome(random, correctable, inEach) : undefined
  const corrected = [...patients]
  let sexes = 0
  for (const at of pickSome(random, [...patients.keys()], rows)) {
    const patient = { ...(patients[at] ?? make(0)) }
    for (const key of sameColumns ?? pickSome(random, correctable, inEach)) {
      if (key === 'sex' && (sexes += 1) > patients.length * sexShare) continue
      patient[key] = correct(key, patient[key], random)
    }
    corrected[at] = patient
  }
  const left = random.between(0, Math.floor(patients.length * 0.02))
  const joined = random.between(0, Math.floor(patients.length * 0.3))
  const first = patients.length + 1
  return [...corrected.slice(left), ...Array.from({ length: joined }, (_, index) => make(first + index))]
}

function pickSome<T>(random: Random, from: readonly T[], count: number): T[] {
  const left = [...from]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const at = random.between(0, left.length - 1)
    const [picked] = left.splice(at, 1)
    return picked as T
  })
}

function correct(
  key: PatientColumnKey,
  value: string | number | undefined,
  random: Random,
): string | number | undefined {
  if (key === 'sex') return value === 'Male' ? 'Female' : 'Male'
  if (key === 'hypertension')
    return random.pick(['Normal', 'Prehypertension', 'Stage 1 hypertension', 'Stage 2 hypertension'])
  if (typeof value === 'number') return rounded(value + random.pick([-10, -3, -1, 1, 2, 5, 10]), 2)
  if (measured.some((column) => column === key)) return random.between(20, 100)
  return value === undefined ? 'Type 2 Diabetes' : undefined
}
