import type { PatientValues } from '@health-console/contract/patients/findings.ts'
import { isIdColumn, patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Column } from '../../../../table/column.ts'
import { showMeasure } from '../../table/measure.tsx'

type ShownPatient = PatientValues & {
  id: string
  /** The columns whose values are bold. */
  changed: readonly PatientColumnKey[]
}

/** All columns of the table, for rows in the dialog. */
export const patientTableColumns: Column<ShownPatient>[] = patientColumns.map(({ key, label, heading, type }) => ({
  key,
  label,
  unit: heading.slice(label.length),
  kind: isIdColumn(key) ? 'id' : type === 'number' ? 'number' : 'text',
  maxWidth: '15rem',
  render: (row) => {
    const measure = showMeasure(key, row[key])
    return row.changed.includes(key) && measure !== null ? <b>{measure}</b> : measure
  },
}))
