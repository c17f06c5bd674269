import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'
import type { PatientsTable } from '../../../core/database/tables/patients.ts'

/** The text columns that are sorted by a key in natural order. All others are sorted by their own values. */
const naturalKeys = {
  memberId: 'memberIdKey',
  subjectId: 'subjectIdKey',
  hypertension: 'hypertensionKey',
  diabetes: 'diabetesKey',
  cerebralInfarction: 'cerebralInfarctionKey',
  cerebrovascularDisease: 'cerebrovascularDiseaseKey',
} as const satisfies Partial<Record<PatientColumnKey, keyof PatientsTable>>

const isNatural = (key: PatientColumnKey): key is keyof typeof naturalKeys => Object.hasOwn(naturalKeys, key)

/** The stored column with the key in natural order of a column, if it has one. */
export const naturalKeyOf = (key: PatientColumnKey) => (isNatural(key) ? naturalKeys[key] : undefined)

/** The stored column by which a column is sorted. */
export const sortedBy = (key: PatientColumnKey) => naturalKeyOf(key) ?? key

/**
 * A key whose comparison byte by byte gives natural order: "9" before "10", ignoring case and accents. Each run of
 * digits is prefixed with its length.
 */
export function naturalKey(text: string): string {
  return foldText(text).replaceAll(/\d+/g, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '')
    return `0${String.fromCharCode(significant.length)}${significant}`
  })
}
