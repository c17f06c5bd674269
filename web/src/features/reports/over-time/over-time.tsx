import { numbersOf, trendsOf } from '@health-console/contract/report-numbers.ts'
import { getReportNumbers, type Report, type ReportLabels } from '@health-console/contract/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { ChartLineIcon, MoveHorizontalIcon, SlidersHorizontalIcon, Table2Icon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { queryOptionsFor } from '../../../api/client.ts'
import { repeatedWhileBusy } from '../../../api/query-client.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { Days } from '../../../lib/days.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { fetchedLater, useFetchAhead } from '../../../shell/fetched-later.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import styles from './over-time.module.css'
import { Plot } from './plot.tsx'
import { titleOfPath } from './title-of-path.ts'
import { TrendTable } from './trend-table.tsx'

const ChooseDialog = fetchedLater(async () => (await import('./choose-dialog.tsx')).ChooseDialog)

const shownAtFirst = 5
/** The endpoint for the chart returns no more, and fewer if they are very long. */
const mostCharted = 300

/** How the chart is shown. It stays the same while the reports of another filter are shown. */
type ChartView = {
  isFolded: boolean
  isAll: boolean
  isTable: boolean
  /** The paths of the chosen numbers. None are chosen at first. */
  chosen: readonly string[]
}

export const initialView = (): ChartView => ({
  // In a low window, the lines would leave no room for the reports.
  isFolded: matchMedia('(max-height: 35em)').matches,
  isAll: false,
  isTable: false,
  chosen: [],
})

type OverTimeProps = {
  userId: string
  days: Days
  /** The current page of the list, newest first. */
  reports: readonly Report[]
  /** The number of reports that the filter finds. */
  total: number
  labels: ReportLabels
  view: ChartView
  onView: (view: ChartView) => void
  onOpen: (reportId: string) => void
  onPoint: (reportId: string | null) => void
  onDays: (days: Days) => void
}

/** Draws the numbers that recur in reports as lines over time. Nothing is shown if there is nothing to draw. */
export function OverTime(props: OverTimeProps) {
  const { userId, days, reports, total, labels, view, onView, onOpen, onPoint, onDays } = props
  useFetchAhead(ChooseDialog)
  const [isChoosing, setIsChoosing] = useState(false)
  const { isFolded, isAll, isTable, chosen } = view
  const change = (changed: Partial<ChartView>) => onView({ ...view, ...changed })
  const all = useQuery({ ...numbersQuery(userId, days), enabled: isAll })
  const page = useMemo(() => ({ reports, trends: trendsOf(reports.map(numbersOf), labels) }), [reports, labels])
  // Reports that are too long for the server to draw are drawn from the current page.
  const response = isAll && (all.data?.data.reports.length ?? 0) > 1 ? all.data?.data : undefined
  const { reports: drawn, trends } = response ?? page
  const oldestFirst = useMemo(
    () => ({
      reports: drawn.toReversed(),
      trends: trends.map((trend) => ({
        ...trend,
        title: titleOfPath(trend.path, labels),
        values: trend.values.toReversed(),
      })),
    }),
    [drawn, trends, labels],
  )
  if (drawn.length < 2 || trends.length === 0) return null
  const found = oldestFirst.trends.filter(({ path }) => chosen.includes(path))
  const shown = found.length > 0 ? found : oldestFirst.trends.slice(0, shownAtFirst)
  const count = response?.totalAmount ?? total
  const tooLong = response?.leftOut?.tooLong ?? 0
  return (
    <section className={classNames(styles.strip, isFolded && styles.folded)} aria-label="Over time">
      <div className={styles.head}>
        <h2 className="caps">Over time</h2>
        <p className="unit">
          <span>{response && count > drawn.length && 'newest '}</span>
          <b>{formatCount(drawn.length)}</b>
          <span>{count > drawn.length && ` of ${formatCount(count)}`}</span>
          <span> reports</span>
          <span>{tooLong > 0 && `, ${formatCount(tooLong)} too long to chart`}</span>
        </p>
        <div className={styles.tools}>
          {isFolded ? (
            <Button quiet size="small" startIcon={ChartLineIcon} onClick={() => change({ isFolded: false })}>
              Show chart
            </Button>
          ) : (
            <>
              {trends.length > 1 && (
                <Button quiet size="small" startIcon={SlidersHorizontalIcon} onClick={() => setIsChoosing(true)}>
                  Choose values
                </Button>
              )}
              {total > reports.length && (
                <Button
                  quiet
                  size="small"
                  startIcon={MoveHorizontalIcon}
                  busy={isAll && all.isFetching}
                  aria-pressed={isAll}
                  onClick={() => change({ isAll: !isAll })}
                >
                  Show up to {Math.min(total, mostCharted)}
                </Button>
              )}
              <Button
                quiet
                size="small"
                startIcon={Table2Icon}
                aria-pressed={isTable}
                onClick={() => change({ isTable: !isTable })}
              >
                Show as table
              </Button>
            </>
          )}
        </div>
      </div>
      {!isFolded &&
        (isTable ? (
          <TrendTable reports={drawn} trends={shown} />
        ) : (
          <Plot
            key={`${drawn[0]?.reportId} ${drawn.length}`}
            reports={oldestFirst.reports}
            trends={shown}
            onOpen={onOpen}
            onPoint={onPoint}
            onDays={onDays}
          />
        ))}
      {isChoosing && (
        <ChooseDialog
          trends={oldestFirst.trends}
          chosen={shown.map(({ path }) => path)}
          onChoose={(paths) => change({ chosen: paths })}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </section>
  )
}

/** The numbers of the newest reports of these days. They are fetched only once, because the request is logged. */
function numbersQuery(userId: string, { date, from, to }: Days) {
  const options = queryOptionsFor(getReportNumbers, { params: { id: userId }, query: { date, from, to } })
  return { ...options, ...repeatedWhileBusy, meta: { errorToast: 'Failed to fetch data' }, staleTime: Infinity }
}
