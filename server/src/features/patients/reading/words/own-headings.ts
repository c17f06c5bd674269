import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'

/**
 * The names of columns in a file, normalized by `findColumn`: the console's own headings, those of the published PPG-BP
 * table, and both without units. To accept another name for a column, add an entry here.
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

/** The column for a heading, ignoring case, spacing and punctuation. */
export function findColumn(heading: string): PatientColumnKey | undefined {
  return keyByAlias.get(foldText(heading).replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** The console's own heading of a column. */
export function headingOf(key: PatientColumnKey): string {
  return patientColumns.find((column) => column.key === key)?.heading ?? key
}
