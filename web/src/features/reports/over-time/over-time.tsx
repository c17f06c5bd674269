import { numbersOf, trendsOf } from '@health-console/contract/report-numbers.ts'
import type { Report, ReportLabels } from '@health-console/contract/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { ChartLineIcon, MoveHorizontalIcon, SlidersHorizontalIcon, Table2Icon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import type { Days } from '../../../lib/days.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { fetchedLater, useFetchAhead } from '../../../shell/fetched-later.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import styles from './over-time.module.css'
import { numbersQuery } from './numbers-query.ts'
import { Plot } from './plot.tsx'
import { titleOfPath } from './title-of-path.ts'
import { TrendTable } from './trend-table.tsx'

const ChooseDialog = fetchedLater(async () => (await import('./choose-dialog.tsx')).ChooseDialog)

const shownAtFirst = 5

type OverTimeProps = {
  userId: string
  days: Days
  /** The page at hand, newest first. */
  reports: readonly Report[]
  /** Of the filter. */
  total: number
  labels: ReportLabels
  onOpen: (reportId: string) => void
  onPoint: (reportId: string | null) => void
  onDays: (days: Days) => void
}

/** The numbers that recur in reports as lines over time. It is not there when there is nothing to draw. */
export function OverTime({ userId, days, reports, total, labels, onOpen, onPoint, onDays }: OverTimeProps) {
  useFetchAhead(ChooseDialog)
  // in a low window the lines would take the place of the reports
  const [isFolded, setIsFolded] = useState(() => matchMedia('(max-height: 35em)').matches)
  const [isAll, setIsAll] = useState(false)
  const [isTable, setIsTable] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const [chosen, setChosen] = useState<string[] | null>(null)
  const all = useQuery({ ...numbersQuery(userId, days), enabled: isAll })
  const page = useMemo(() => ({ reports, trends: trendsOf(reports.map(numbersOf), labels) }), [reports, labels])
  // what is too long to be drawn by the server is drawn from the page
  const answer = isAll && (all.data?.data.reports.length ?? 0) > 1 ? all.data?.data : undefined
  const { reports: drawn, trends } = answer ?? page
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
  const shownPaths = chosen ?? trends.slice(0, shownAtFirst).map(({ path }) => path)
  const shown = oldestFirst.trends.filter(({ path }) => shownPaths.includes(path))
  const count = answer?.totalAmount ?? total
  return (
    <section className={classNames(styles.strip, isFolded && styles.folded)} aria-label="Over time">
      <div className={styles.head}>
        <h2 className="caps">Over time</h2>
        <p className="unit">
          {answer && count > drawn.length && 'newest '}
          <b>{formatCount(drawn.length)}</b> of {formatCount(count)}
          <span> reports</span>
        </p>
        <div className={styles.tools}>
          {isFolded ? (
            <Button quiet size="small" startIcon={ChartLineIcon} onClick={() => setIsFolded(false)}>
              Show lines
            </Button>
          ) : (
            <>
              {trends.length > 1 && (
                <Button quiet size="small" startIcon={SlidersHorizontalIcon} onClick={() => setIsChoosing(true)}>
                  Choose
                </Button>
              )}
              {total > reports.length && (
                <Button
                  quiet
                  size="small"
                  startIcon={MoveHorizontalIcon}
                  busy={isAll && all.isFetching}
                  aria-pressed={isAll}
                  title={`The newest ${Math.min(total, 300)} reports`}
                  onClick={() => setIsAll(!isAll)}
                >
                  All
                </Button>
              )}
              <Button
                quiet
                size="small"
                startIcon={Table2Icon}
                aria-pressed={isTable}
                onClick={() => setIsTable(!isTable)}
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
          onChoose={setChosen}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </section>
  )
}
