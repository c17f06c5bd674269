import type { ColumnChange, Distribution as Bins } from '@health-console/contract/patients/findings.ts'
import { useId } from 'react'
import { formatCount } from '../../../../lib/numbers.ts'
import type { Column } from '../../../../table/column.ts'
import { ScrollTable } from '../../../../table/scroll-table.tsx'
import { formatMeasure } from '@health-console/contract/patients/checks.ts'
import { columnOf, counted, unitOf } from '../tables/column-names.ts'
import {
  axisOf,
  baseline,
  division,
  figuresOf,
  left,
  outlineOf,
  rangesOf,
  sharesOf,
  xOf,
} from './distribution-shape.ts'
import { Disclosure } from '../../../../ui/page/disclosure.tsx'
import styles from './distribution.module.css'

/** A numeric column whose median changed. */
export type MovedColumn = ColumnChange & { distribution: Bins }

/** The distribution of a column's values before and after the import, as a chart with a table behind it. */
export function Distribution({ change }: { change: MovedColumn }) {
  const { distribution, medianNow, medianNext } = change
  const [textNow, textNext] = [formatMeasure(change.column, medianNow), formatMeasure(change.column, medianNext)]
  const id = useId()
  const { label } = columnOf(change.column)
  const unit = unitOf(change.column)
  const end = left + distribution.now.length * division
  const [now, next] = [sharesOf(distribution.now), sharesOf(distribution.next)]
  const highest = Math.max(...now, ...next)
  const medians = [medianNow, medianNext].map((median) => (median === null ? null : xOf(median, distribution)))
  const off = distribution.below + distribution.above
  return (
    <figure className={styles.figure}>
      <svg className={styles.chart} role="img" aria-labelledby={id} width="344" height="126" viewBox="0 0 344 126">
        <title id={id}>
          {`${label}${unit && ` in ${unit}`}, now and after import: ${moveText(textNow, textNext)}`}
        </title>
        <path className={styles.now} d={outlineOf(now, highest)} />
        <path className={styles.next} d={outlineOf(next, highest)} />
        <path className={styles.axis} d={axisOf(distribution)} />
        {medians.map(
          (x, index) =>
            x !== null && (
              <path key={index} className={index === 0 ? styles.medianNow : styles.median} d={`M${x} ${baseline}v12`} />
            ),
        )}
        {figuresOf(distribution).map(({ x, value }) => (
          <text key={x} x={x} y="119" textAnchor="middle">
            {value}
          </text>
        ))}
        <text x={end + 1} y="119" textAnchor="middle">
          {unit}
        </text>
        <text x={end} y="12" textAnchor="end">
          {textNow === null ? 'Now' : `Now, median ${textNow}`}
        </text>
        <text x={end} y="28" textAnchor="end" className={styles.nextLabel}>
          {textNext === null ? 'After import' : `After import, median ${textNext}`}
        </text>
      </svg>
      {off > 0 && (
        <p className="stamp">
          {counted(off, 'value')} {off === 1 ? 'is' : 'are'} off the scale.
        </p>
      )}
      <Disclosure label="Show as table">
        <ScrollTable
          label={`${label} as a table`}
          density="compact"
          columns={tableColumns(label, unit)}
          rows={rangesOf(distribution).map((range) => ({ ...range, id: range.text }))}
        />
      </Disclosure>
    </figure>
  )
}

type RangeRow = ReturnType<typeof rangesOf>[number] & { id: string }

const tableColumns = (label: string, unit: string): Column<RangeRow>[] => [
  { key: 'text', label, kind: 'figures', ...(unit && { unit: ` (${unit})` }) },
  { key: 'now', label: 'Rows now', kind: 'number', render: (row) => countOf(row.now) },
  { key: 'next', label: 'After import', kind: 'number', render: (row) => countOf(row.next) },
]

const countOf = (count: number) => (count === 0 ? null : formatCount(count))

function moveText(now: string | null, next: string | null): string {
  return now === null || next === null ? 'the values change' : `the median changes from ${now} to ${next}`
}
