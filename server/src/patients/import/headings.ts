import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { searchKey } from '../natural-order.ts'

/**
 * What a column may be called in a file, as `normalizeHeading` leaves it: the console's own headings, those of the
 * published PPG-BP table, and the same ones without their units. Another name for a column is one more entry here.
 */
const aliases: Record<PatientColumnKey, readonly string[]> = {
  memberId: ['memberid', 'num'],
  subjectId: ['subjectid'],
  sex: ['sex', 'sexmf'],
  age: ['age', 'ageyear', 'ageyears'],
  height: ['heightcm', 'height'],
  weight: ['weightkg', 'weight'],
  systolicBloodPressure: ['systolicbpmmhg', 'systolicbp', 'systolicbloodpressuremmhg', 'systolicbloodpressure'],
  diastolicBloodPressure: ['diastolicbpmmhg', 'diastolicbp', 'diastolicbloodpressuremmhg', 'diastolicbloodpressure'],
  bmi: ['bmikgm2', 'bmi'],
  hypertension: ['hypertension'],
  diabetes: ['diabetes'],
  cerebralInfarction: ['cerebralinfarction'],
  cerebrovascularDisease: ['cerebrovasculardisease'],
}

const keyByAlias = new Map(
  Object.entries(aliases).flatMap(([key, names]) => names.map((name) => [name, key as PatientColumnKey] as const)),
)

/** The column a heading stands for, whatever its case, spacing and punctuation. */
export function findColumn(heading: string): PatientColumnKey | undefined {
  return keyByAlias.get(normalizeHeading(heading))
}

function normalizeHeading(heading: string): string {
  return searchKey(heading).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
