import { isIdColumn, patientColumns, type Patient } from '@health-console/contract/patients/patients.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../../table/column.ts'
import { showMeasure } from './measure.tsx'
import { type TableView, visibleKeys } from './table-view.ts'

type PatientRow = Patient & { id: string }

/**
 * The widths of the text columns; the last one has what is left. None depends on the rows of a page, so that nothing
 * moves when they are sorted. Beside a rail, all columns fit into a window of 1440 px.
 */
const widths = new Map([
  ['sex', { normal: '4.5rem', compact: '4.5rem' }],
  ['hypertension', { normal: '9.9rem', compact: '8.75rem' }],
  ['diabetes', { normal: '8.25rem', compact: '7rem' }],
  ['cerebralInfarction', { normal: '9.0625rem', compact: '7.5rem' }],
])

/** The space of an ID and its buttons, and of the inset of the pinned one. Longer IDs make their column wider. */
const idWidths = {
  memberId: { normal: 'calc(6.125rem + var(--pinned-extra))', compact: 'calc(5.125rem + var(--pinned-extra))' },
  subjectId: { normal: '6rem', compact: '5.375rem' },
}

const columnsAt = (density: 'normal' | 'compact'): Column<PatientRow>[] =>
  patientColumns.map(({ key, label, heading, type }) => ({
    key,
    label,
    // This includes the space before the unit, if the heading has one.
    unit: heading.slice(label.length),
    sortable: true,
    snug: key === 'hypertension',
    ...(isIdColumn(key)
      ? { kind: 'id', minWidth: idWidths[key][density], maxWidth: '15rem', copies: label }
      : type === 'number'
        ? { kind: 'number', render: (row: PatientRow) => showMeasure(key, row[key]) }
        : textIn(widths.get(key)?.[density])),
  }))

const textIn = (width: string | undefined) =>
  width === undefined
    ? ({ kind: 'rest', minWidth: '8.5rem', maxWidth: '0' } as const)
    : ({ kind: 'text', minWidth: width, maxWidth: width } as const)

const columns = columnsAt('normal')
/** With compact rows, all columns also fit beside the sidebar. */
const compactColumns = columnsAt('compact')

/** The columns that the admin has chosen, in order. The first one has a button for each patient. */
export function columnsOf(view: TableView, beside?: (memberId: string) => ReactNode): Column<PatientRow>[] {
  const all = view.isCompact ? compactColumns : columns
  const shown = visibleKeys(view).flatMap((key) => all.filter((column) => column.key === key))
  if (!beside) return shown
  return shown.map((column) =>
    column.key === 'memberId' ? { ...column, beside: ({ memberId }) => beside(memberId) } : column,
  )
}
