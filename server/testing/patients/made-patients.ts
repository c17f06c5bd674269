import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import type { Random } from '../../src/operations/demo/random.ts'
import type { PatientRow } from '../../src/features/patients/reading/read-rows.ts'
import type { PatientInput } from '../spreadsheet/synthetic-patients.ts'

/** A patient as in a file; an undefined value is an empty cell. */
export type MadePatient = Record<PatientColumnKey, string | number | undefined>

const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** Patients whose values are consistent as in a real table, with gaps; the same seed gives the same ones. */
export function madePatients(random: Random, count: number): MadePatient[] {
  return Array.from({ length: count }, (_, index) => madePatient(random, index + 1))
}

export function madePatient(random: Random, memberId: number): MadePatient {
  const isMale = random.chance(0.5)
  const height = Math.round(random.around(isMale ? 174 : 162, 18))
  const weight = round((random.around(26, 12) * height ** 2) / 10_000, 1)
  const systolic = Math.round(random.around(128, 60))
  const diastolic = Math.min(systolic - 12, Math.round(random.around(76, 36)))
  const sometimes = <T>(value: T) => (random.chance(0.02) ? undefined : value)
  return {
    memberId,
    subjectId: memberId * 3 + 100,
    sex: isMale ? 'Male' : 'Female',
    age: sometimes(random.between(18, 92)),
    height,
    weight,
    systolicBloodPressure: sometimes(systolic),
    diastolicBloodPressure: sometimes(diastolic),
    bmi: round(weight / (height / 100) ** 2, 2),
    hypertension: random.pick(['Normal', 'Prehypertension', 'Stage 1 hypertension', 'Stage 2 hypertension']),
    diabetes: random.chance(0.18) ? random.pick(['Diabetes', 'Type 2 Diabetes']) : undefined,
    cerebralInfarction: random.chance(0.1) ? 'cerebral infarction' : undefined,
    cerebrovascularDisease: random.chance(0.12)
      ? random.pick(['cerebrovascular disease', 'insufficiency of cerebral blood supply'])
      : undefined,
  }
}

/** The values as they are stored. */
export const rowsOf = (patients: readonly MadePatient[]): PatientRow[] =>
  patients.map((patient) =>
    patientColumns.map(({ key }) => {
      const value = patient[key]
      return key === 'memberId' || key === 'subjectId' ? (value === undefined ? null : String(value)) : (value ?? null)
    }),
  )

/** The values as they are written into a file of the published layout. */
export const inputsOf = (patients: readonly MadePatient[]): PatientInput[] =>
  patients.map((patient) => ({ ...patient, heartRate: 70 }))
