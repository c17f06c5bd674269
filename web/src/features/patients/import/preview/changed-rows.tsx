import type { PatientChange } from '@health-console/contract/patients/findings.ts'
import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Column } from '../../../../table/column.ts'
import { SearchField } from '../../../../ui/fields/search-field.tsx'
import { FilterSelect } from '../../../../ui/fields/filter-select.tsx'
import { showMeasure } from '../../table/measure.tsx'
import { columnOf, labelOf } from '../tables/column-names.ts'
import { DialogTable } from '../tables/dialog-table.tsx'
import { ListPanel } from '../tables/list-panel.tsx'
import { Data } from '../../../../ui/values/data.tsx'
import { useChangeList } from './use-import-list.ts'
import styles from '../tables/import-parts.module.css'

type Value = string | number | null
type ChangeRow = { id: string; memberId: string; column: PatientColumnKey; now: Value; next: Value }

const changeColumns: Column<ChangeRow>[] = [
  { key: 'memberId', label: 'Member ID', kind: 'id', maxWidth: '17.5rem' },
  { key: 'column', label: 'Column', value: ({ column }) => columnOf(column).label },
  {
    key: 'now',
    label: 'Now',
    kind: 'paragraph',
    minWidth: '8rem',
    render: (change) => showValue(change, change.now, 'del'),
  },
  {
    key: 'next',
    label: 'After import',
    kind: 'paragraph',
    minWidth: '8rem',
    render: (change) => showValue(change, change.next, 'b'),
  },
]

const stackedChange: Column<ChangeRow> = {
  key: 'change',
  label: 'Changed values',
  kind: 'paragraph',
  render: (change) => (
    <div className={styles.stacked}>
      <span>
        Member ID <Data>{change.memberId}</Data>
      </span>
      <span>
        {columnOf(change.column).label} {showValue(change, change.now, 'del') ?? '-'} →{' '}
        {showValue(change, change.next, 'b') ?? '-'}
      </span>
    </div>
  ),
}

type ChangedRowsProps = {
  id: string
  /** How many rows change. */
  count: number
  /** The columns with changed values. */
  columns: readonly PatientColumnKey[]
  /** The column whose changed rows are shown at first. */
  only?: PatientColumnKey | undefined
}

/** The changed values of all changed rows, a page of rows at a time. */
export function ChangedRows(props: ChangedRowsProps) {
  return props.count === 0 ? <p className="muted">No existing rows change.</p> : <FilledRows {...props} />
}

/** The option for no filter. */
const allColumns = ''

function FilledRows({ id, columns, only }: ChangedRowsProps) {
  const { data, column, onColumn, search, table } = useChangeList(id, 'changed', only)
  const changes = data?.data.data.flatMap((change) => changedValues(change, column)) ?? []
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Search by Member ID" {...search} />
        <FilterSelect
          label="Column"
          value={column ?? allColumns}
          options={[
            { value: allColumns, label: 'All' },
            ...columns.map((each) => ({ value: each, label: labelOf(each) })),
          ]}
          onChange={(value) => onColumn(value === allColumns ? undefined : value)}
        />
      </div>
      <ListPanel list={table} count={changes.length}>
        <div className={styles.changes}>
          <DialogTable
            label="Changed values"
            columns={changeColumns}
            stacked={stackedChange}
            rows={changes}
            scrollKey={table.scrollKey}
          />
        </div>
      </ListPanel>
    </>
  )
}

function changedValues({ memberId, now, next }: PatientChange, only: PatientColumnKey | undefined): ChangeRow[] {
  if (!now || !next) return []
  return patientColumns
    .map(({ key }) => key)
    .filter((key) => (only === undefined || key === only) && now[key] !== next[key])
    .map((key) => ({ id: `${memberId} ${key}`, memberId, column: key, now: now[key], next: next[key] }))
}

function showValue({ column }: ChangeRow, value: Value, Element: 'del' | 'b') {
  const { key, unit } = columnOf(column)
  const measure = showMeasure(key, value)
  if (measure === null) return null
  return (
    <>
      <Element>
        <Data>{measure}</Data>
      </Element>
      {unit && <span className="unit">{`\u00a0${unit}`}</span>}
    </>
  )
}
