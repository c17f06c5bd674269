import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import type { PatientsTable } from '../../database/tables/patients.ts'

type Value = string | number | null

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

/** The stored column by which a column is sorted. */
export const sortedBy = (key: PatientColumnKey) => (isNatural(key) ? naturalKeys[key] : key)

const columns = patientColumns.map(({ key }) => ({ key, sortKey: isNatural(key) ? naturalKeys[key] : undefined }))

/** The stored form of a row. @param row its values in the order of `patientColumns` */
export function toTableRow(tableId: string, position: number, row: readonly Value[]): PatientsTable {
  const stored: Record<string, Value> = { tableId, position, memberIdFolded: foldText(String(row[0])) }
  for (const [index, { key, sortKey }] of columns.entries()) {
    const value = row[index] ?? null
    stored[key] = value
    if (sortKey !== undefined) stored[sortKey] = value === null ? null : naturalKey(String(value))
  }
  return stored as PatientsTable
}

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
