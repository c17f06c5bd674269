import { isIdColumn, patientColumns, type Patient } from '@health-console/contract/patients.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../../table/column.ts'
import { showMeasure } from './measure.tsx'
import { type TableView, visibleKeys } from './table-view.ts'

type PatientRow = Patient & { id: string }

/**
 * The minimum widths of the text columns. None depends on the rows of a page, so that nothing moves when they are
 * sorted.
 */
const widths = new Map([
  ['sex', { normal: '6rem', compact: '4.5rem' }],
  ['hypertension', { normal: '11.5rem', compact: '8.75rem' }],
  ['diabetes', { normal: '9.5rem', compact: '7rem' }],
  ['cerebrovascularDisease', { normal: '12.5rem', compact: '8.75rem' }],
])
const fixed = (width: string) => ({ minWidth: width, maxWidth: width })

const columns: Column<PatientRow>[] = patientColumns.map(({ key, label, heading, type }) => ({
  key,
  label,
  // This includes the space before the unit, if the heading has one.
  unit: heading.slice(label.length),
  sortable: true,
  ...(isIdColumn(key)
    ? { kind: 'id', maxWidth: '15rem', copies: label }
    : type === 'number'
      ? { kind: 'number', render: (row: PatientRow) => showMeasure(key, row[key]) }
      : { kind: 'text', ...fixed(widths.get(key)?.normal ?? '12.5rem') }),
}))

/** With compact rows, all columns fit into a window of 1440 px. */
const compactColumns = columns.map((column) =>
  column.kind === 'text' ? { ...column, ...fixed(widths.get(column.key)?.compact ?? '7.5rem') } : column,
)

/** The columns that the admin has chosen, in order. The first one has a button for each patient. */
export function columnsOf(view: TableView, beside?: (memberId: string) => ReactNode): Column<PatientRow>[] {
  const all = view.isCompact ? compactColumns : columns
  const shown = visibleKeys(view).flatMap((key) => all.filter((column) => column.key === key))
  if (!beside) return shown
  return shown.map((column) =>
    column.key === 'memberId' ? { ...column, beside: ({ memberId }) => beside(memberId) } : column,
  )
}
