import type { ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'
import { unitsOf } from '@health-console/contract/patients/units.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { Fragment } from 'react'
import { formatDate } from '../../../../lib/dates.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { showWritten } from '../../table/measure.tsx'
import type { ClearProps } from './clear-line.tsx'
import { labelOf } from '../tables/column-names.ts'
import { DialogTable } from '../tables/dialog-table.tsx'
import { Data } from '../../../../ui/values/data.tsx'
import styles from '../tables/import-parts.module.css'

type Certain = ImportReading['columns'][number]
type CertainRow = Certain & { id: string; samples: string[] }

/** The certain columns that no question is about. */
export function columnsNotAsked(reading: ImportReading, asked: readonly ImportQuestion[]): Certain[] {
  const inQuestions = asked.flatMap((question) => (question.kind === 'column' ? question.columns : []))
  return reading.columns.filter(({ column }) => !inQuestions.includes(column))
}

/** The table's columns that are neither certain nor asked about. */
export function columnsNowhere({ columns }: ImportReading, asked: readonly ImportQuestion[]): PatientColumnKey[] {
  const inQuestions = asked.flatMap((question) => ('columns' in question ? question.columns : []))
  const isNowhere = (key: PatientColumnKey) =>
    !inQuestions.includes(key) && columns.every(({ column }) => column !== key)
  return patientColumns.map(({ key }) => key).filter(isNowhere)
}

/** Summarises how columns were recognised: "4 recognised by heading, 4 as confirmed on 3 March 2026". */
export function howCertain(columns: readonly Certain[], { remembered }: ImportReading): string {
  const count = (by: Certain['by']) => columns.filter((column) => column.by === by).length
  const [byHeading, asRemembered, byAnswer] = [count('heading'), count('remembered'), count('answer')]
  return [
    byHeading > 0 && `${formatCount(byHeading)} recognised by heading`,
    asRemembered > 0 &&
      `${formatCount(asRemembered)} as confirmed on ${formatDate(remembered?.at) ?? 'an earlier day'}`,
    byAnswer > 0 && `${formatCount(byAnswer)} as you chose`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The columns that are certain. Each can be moved to the questions. */
export function CertainColumns({ columns, reading, onChangeColumn }: ClearProps & { columns: Certain[] }) {
  const change = ({ column }: CertainRow) => (
    <Button quiet size="small" aria-label={`Change ${labelOf(column)}`} onClick={() => onChangeColumn(column)}>
      Change
    </Button>
  )
  const table: Column<CertainRow>[] = [
    { key: 'column', label: 'Column', render: (row) => <Named row={row} /> },
    { key: 'heading', label: 'Heading in the file', maxWidth: '12rem' },
    { key: 'samples', label: 'First values', kind: 'figures', maxWidth: '12rem', render: showSamples },
    { key: 'change', label: 'Action', kind: 'actions', render: change },
  ]
  return (
    <DialogTable
      label="Recognised columns"
      columns={table}
      stacked={{
        key: 'column',
        label: 'Recognised columns',
        kind: 'paragraph',
        render: (row) => (
          <div className={styles.stackedAction}>
            <span>
              <Named row={row} />: <Data>{row.heading}</Data>
            </span>
            {change(row)}
          </div>
        ),
      }}
      rows={columns.map((column) => ({
        ...column,
        id: column.column,
        samples: reading.fileColumns.find(({ heading }) => heading === column.heading)?.samples ?? [],
      }))}
    />
  )
}

function Named({ row }: { row: CertainRow }) {
  const unit = row.unit ?? unitsOf(row.column)[0]?.unit
  return (
    <>
      <span>{labelOf(row.column)}</span>
      {unit && <span className="unit"> {unit}</span>}
    </>
  )
}

function showSamples({ column, samples }: CertainRow) {
  return samples.map((text, index) => (
    <Fragment key={index}>
      {index > 0 && '\u2002'}
      {showWritten(column, text)}
    </Fragment>
  ))
}
