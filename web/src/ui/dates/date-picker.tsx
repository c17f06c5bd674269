import { DatePicker as Ark, parseDate, useDatePicker, useDatePickerContext } from '@ark-ui/react/date-picker'
import { Portal } from '@ark-ui/react/portal'
import { useMemo, useState } from 'react'
import { CalendarIcon, XIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { toDayValue } from '../../lib/dates.ts'
import { clampDays, type Days, describeDays, findPeriod, hasDays, isRange } from '../../lib/days.ts'
import { latestDayValue } from '../../lib/typed-days.ts'
import { Calendar } from './calendar.tsx'
import { DayInput } from './day-input.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { InputBox } from '../fields/input-box.tsx'
import { Periods } from './periods.tsx'
import styles from './date-picker.module.css'

type DatePickerProps = {
  /** The label, which is shown in the field before the days. */
  label: string
  /** The chosen days. Each is the start of a UTC day: "2026-03-07T00:00:00.000Z". */
  days: Days
  onChange: (days: Days) => void
  /** The number of results for these days, such as "26 reports". */
  amount?: string | undefined
  /** The first and the last day that can be chosen, in the same form. Typed days are clamped to them. */
  min?: string
  max?: string
  /**
   * Whether one day is chosen on which something has happened, with its label above it. If a period is typed, its last
   * day counts.
   */
  isSingle?: boolean
}

/**
 * A field for one UTC day or a range of them, typed in the format of the tables or as ISO dates, or chosen from the
 * calendar and the periods beside it. On phones these are in a sheet with its own field.
 */
export function DatePicker({ label, days, onChange, amount, min, isSingle = false, ...limits }: DatePickerProps) {
  const [nowMs] = useState(() => Date.now())
  const max = limits.max ?? (isSingle ? latestDayValue(nowMs) : undefined)
  // The state while the calendar is open: whether it chooses a range, if the switch was used, and the first day of it.
  const [picksRangeBySwitch, setPicksRange] = useState<boolean | null>(null)
  const [first, setFirst] = useState<string | null>(null)
  const period = findPeriod(days, nowMs)
  const picksRange = !isSingle && (picksRangeBySwitch ?? (isRange(days) && period === undefined))
  const showsRange = picksRange || isRange(days)
  const chosen = first ? [first] : showsRange ? [days.from, days.to] : [days.date]
  const value = useMemo(
    () => chosen.flatMap((day) => (day ? [parseDate(day.slice(0, 10))] : [])),
    // oxlint-disable-next-line react/exhaustive-deps
    [chosen.join()],
  )

  const change = (next: Days) => {
    setFirst(null)
    const clamped = clampDays(isSingle ? { date: next.date ?? next.to } : next, min, max)
    if (describeDays(clamped) !== describeDays(days)) onChange(clamped)
  }
  const changeAndClose = (next: Days) => {
    change(next)
    picker.setOpen(false)
  }
  const choose = ([from, to]: string[]) => {
    if (from === undefined) change({})
    else if (!picksRange) changeAndClose({ date: from })
    else if (to === undefined) setFirst(from)
    else change({ from, to })
  }
  const forgetChoice = () => {
    setPicksRange(null)
    setFirst(null)
  }

  const picker = useDatePicker({
    selectionMode: showsRange ? 'range' : 'single',
    value,
    onValueChange: (details) => choose(details.value.map((day) => toDayValue(day.toString().slice(0, 10)))),
    onOpenChange: (details) => !details.open && forgetChoice(),
    ...(min === undefined ? {} : { min: toDate(min) }),
    ...(max === undefined ? {} : { max: toDate(max) }),
    locale: 'en-GB',
    startOfWeek: 0,
    timeZone: 'UTC',
    positioning: { placement: 'bottom-end', gutter: 6, flip: !isLow() },
  })
  const clear = hasDays(days) && (
    <button
      type="button"
      className={styles.clear}
      onClick={({ currentTarget }) => {
        // This button disappears.
        currentTarget.parentElement?.querySelector('input')?.focus()
        change({})
      }}
    >
      Clear
    </button>
  )

  return (
    <Ark.RootProvider value={picker} lazyMount unmountOnExit>
      {isSingle && <Ark.Label className={styles.above}>{label}</Ark.Label>}
      <Ark.Control asChild>
        <InputBox className={styles.control}>
          {!isSingle && <Ark.Label className={styles.label}>{label}</Ark.Label>}
          <DayInput id={picker.getInputProps().id} days={days} onDays={change} isRequired={isSingle} />
          {!isSingle && clear}
          <Trigger chosen={describeDays(days)} />
        </InputBox>
      </Ark.Control>
      <Portal>
        <Ark.Positioner className={styles.positioner}>
          <Ark.Content
            className={styles.popover}
            role="dialog"
            aria-roledescription={undefined}
            aria-label="Choose a date"
          >
            {/* Only a sheet has these buttons, because a popover is below its field. */}
            <div className={styles.sheetHead}>
              <h2>{label}</h2>
              <IconButton icon={XIcon} iconSize={18} label="Close" onClick={() => picker.setOpen(false)} />
            </div>
            <InputBox className={classNames(styles.control, styles.sheetField)}>
              <DayInput
                label={label}
                days={days}
                onDays={change}
                onDone={() => picker.setOpen(false)}
                isRequired={isSingle}
                note={[describeDays(days), amount].filter(Boolean).join(', ')}
              />
              {clear}
            </InputBox>
            {!isSingle && (
              <Periods
                nowMs={nowMs}
                current={picksRangeBySwitch ? undefined : period}
                onDays={changeAndClose}
                picksRange={picksRange}
                onPicksRange={setPicksRange}
              />
            )}
            <div className={styles.days}>
              <Calendar />
              {picksRange && (
                <p className={styles.hint} role="status">
                  {first ? 'Now choose the end date.' : 'Choose a start date, then an end date.'}
                </p>
              )}
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.RootProvider>
  )
}

/** In such a window, the calendar fits only below a field at the top. The style sheet has the same limit. */
const isLow = () => matchMedia('(max-height: 34.9375em)').matches

function Trigger({ chosen }: { chosen: string }) {
  const { open } = useDatePickerContext()
  const name = open ? 'Close calendar' : 'Open calendar'
  return (
    <Ark.Trigger asChild>
      <IconButton
        icon={CalendarIcon}
        label={chosen ? `${name}, ${chosen} chosen` : name}
        size="small"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          if (isLow()) currentTarget.closest('[data-part=control]')?.scrollIntoView({ block: 'start' })
        }}
      />
    </Ark.Trigger>
  )
}

const toDate = (value: string) => parseDate(value.slice(0, 10))
