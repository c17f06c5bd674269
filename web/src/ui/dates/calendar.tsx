import { DatePicker as Ark, parseDate, useDatePickerContext } from '@ark-ui/react/date-picker'
import { useLayoutEffect, useState } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './calendar.module.css'

type View = 'day' | 'month' | 'year'

const steps = { day: 'month', month: 'year', year: 'decade' } as const
const coarser = { day: 'month', month: 'year' } as const

/** The three views of the date picker's popover: the days of a month, the months of a year, the years of a decade. */
export function Calendar() {
  const [today] = useState(() => new Date())
  useStartAt(today)
  return (
    <div className={styles.calendar}>
      <DayView />
      <MonthView today={today} />
      <YearView today={today} />
    </div>
  )
}

/** The calendar opens at the last chosen day or else at today, not where it was left. */
function useStartAt(today: Date): void {
  const { value, setFocusedValue } = useDatePickerContext()
  useLayoutEffect(() => {
    setFocusedValue(value.at(-1) ?? parseDate(today.toISOString().slice(0, 10)))
    // The effect runs only when the calendar opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

function DayView() {
  const picker = useDatePickerContext()
  return (
    <Ark.View view="day">
      <Head view="day" range={picker.visibleRangeText.start} />
      <Ark.Table aria-label={picker.visibleRangeText.start}>
        <Ark.TableHead>
          <Ark.TableRow>
            {picker.weekDays.map((weekDay) => (
              <Ark.TableHeader key={weekDay.long} scope="col" abbr={weekDay.long}>
                <span className="caps">{weekDay.long.slice(0, 2)}</span>
              </Ark.TableHeader>
            ))}
          </Ark.TableRow>
        </Ark.TableHead>
        <Ark.TableBody>
          {picker.weeks.map((week) => (
            <Ark.TableRow key={week[0]?.toString()}>
              {week.map((day) => (
                <Ark.TableCell key={day.toString()} value={day}>
                  <Ark.TableCellTrigger className={styles.day}>{day.day}</Ark.TableCellTrigger>
                </Ark.TableCell>
              ))}
            </Ark.TableRow>
          ))}
        </Ark.TableBody>
      </Ark.Table>
    </Ark.View>
  )
}

function MonthView({ today }: { today: Date }) {
  const picker = useDatePickerContext()
  const year = String(picker.visibleRange.start.year)
  const thisMonth = picker.visibleRange.start.year === today.getUTCFullYear() ? today.getUTCMonth() + 1 : null
  return (
    <Ark.View view="month">
      <Head view="month" range={year} />
      <Grid label={year} rows={picker.getMonthsGrid({ columns: 4, format: 'short' })} current={thisMonth} />
    </Ark.View>
  )
}

function YearView({ today }: { today: Date }) {
  const picker = useDatePickerContext()
  const { start, end } = picker.getDecade()
  const decade = `${start} - ${end}`
  return (
    <Ark.View view="year">
      <Head view="year" range={decade} />
      <Grid label={decade} rows={picker.getYearsGrid({ columns: 4 })} current={today.getUTCFullYear()} />
    </Ark.View>
  )
}

type GridProps = { label: string; rows: { label: string; value: number }[][]; current: number | null }

function Grid({ label, rows, current }: GridProps) {
  return (
    <Ark.Table columns={4} aria-label={label}>
      <Ark.TableBody>
        {rows.map((row) => (
          <Ark.TableRow key={row[0]?.value}>
            {row.map((cell) => (
              <Ark.TableCell key={cell.value} value={cell.value}>
                <Ark.TableCellTrigger
                  className={classNames(styles.day, styles.wide)}
                  data-today={cell.value === current ? '' : undefined}
                >
                  {cell.label}
                </Ark.TableCellTrigger>
              </Ark.TableCell>
            ))}
          </Ark.TableRow>
        ))}
      </Ark.TableBody>
    </Ark.Table>
  )
}

function Head({ view, range }: { view: View; range: string }) {
  return (
    <Ark.ViewControl className={styles.head}>
      <Ark.PrevTrigger asChild>
        <IconButton icon={ChevronLeftIcon} label={`Previous ${steps[view]}`} data-repeats />
      </Ark.PrevTrigger>
      {view === 'year' ? (
        <span className={styles.range}>{range}</span>
      ) : (
        <Ark.ViewTrigger className={styles.range} aria-label={`${range}, choose a ${coarser[view]}`}>
          {range}
        </Ark.ViewTrigger>
      )}
      <Ark.NextTrigger asChild>
        <IconButton icon={ChevronRightIcon} label={`Next ${steps[view]}`} data-repeats />
      </Ark.NextTrigger>
    </Ark.ViewControl>
  )
}
