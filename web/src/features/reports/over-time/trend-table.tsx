import { fromEpochSeconds } from '../../../lib/dates.ts'
import type { Column } from '../../../table/column.ts'
import { ScrollTable } from '../../../table/scroll-table.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import type { NamedTrend, TimedReport } from './plot.tsx'
import styles from './over-time.module.css'

type Row = { id: string; index: number; generatedAt: number }

/** The same numbers as a table, newest first. */
export function TrendTable({ reports, trends }: { reports: readonly TimedReport[]; trends: NamedTrend[] }) {
  const columns: Column<Row>[] = [
    {
      key: 'generatedAt',
      label: 'Date generated',
      note: 'UTC',
      kind: 'figures',
      render: ({ generatedAt }) => <Timestamp time={fromEpochSeconds(generatedAt)} />,
    },
    ...trends.map(({ path, title, unit, values }): Column<Row> => ({
      key: path,
      label: title,
      unit: unit === '' ? '' : ` (${unit})`,
      kind: 'number',
      value: ({ index }) => values[values.length - 1 - index],
    })),
  ]
  const rows = reports.map(({ reportId, generatedAt }, index) => ({ id: reportId, index, generatedAt }))
  return (
    <div className={styles.table}>
      <ScrollTable
        label="Values over time"
        density="dense"
        columns={columns}
        rows={rows}
        sort={null}
        onSort={() => {}}
      />
    </div>
  )
}
