import { DatePicker as Ark, parseDate, useDatePickerContext } from '@ark-ui/react/date-picker'
import { Portal } from '@ark-ui/react/portal'
import { useMemo, useState } from 'react'
import { CalendarIcon, XIcon } from 'lucide-react'
import { toDayValue } from '../../lib/dates.ts'
import { clampDays, type Days, describeDays, hasDays, isRange } from '../../lib/days.ts'
import { Calendar } from './calendar.tsx'
import { DayInput } from './day-input.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { InputBox } from '../fields/input-box.tsx'
import { Periods } from './periods.tsx'
import styles from './date-picker.module.css'

type DatePickerProps = {
  /** Stands in the field, before the days. */
  label: string
  /** Each is the start of a UTC day: "2026-03-07T00:00:00.000Z". */
  days: Days
  onChange: (days: Days) => void
  /** The first and the last day that can be chosen, in the same form. Typed days are clamped to them. */
  min?: string
  max?: string
}

/**
 * A field for one UTC day or a range of them, typed in the format of the tables or as ISO dates, or chosen from the
 * calendar and the periods beside it.
 */
export function DatePicker({ label, days, onChange, min, max }: DatePickerProps) {
  // while the calendar is open: what it chooses, if not what is chosen already, and the first day of a range
  const [choosesRange, setChoosesRange] = useState<boolean | null>(null)
  const [first, setFirst] = useState<string | null>(null)
  const ranges = choosesRange ?? isRange(days)
  const chosen = first ? [first] : ranges ? [days.from, days.to] : [days.date]
  const value = useMemo(
    () => chosen.flatMap((day) => (day ? [parseDate(day.slice(0, 10))] : [])),
    // oxlint-disable-next-line react/exhaustive-deps
    [chosen.join()],
  )

  const change = (next: Days) => {
    setFirst(null)
    const clamped = clampDays(next, min, max)
    if (describeDays(clamped) !== describeDays(days)) onChange(clamped)
  }
  const choose = ([from, to]: string[]) => {
    if (from === undefined) change({})
    else if (!ranges) change({ date: from })
    else if (to === undefined) setFirst(from)
    else change({ from, to })
  }
  const forgetChoice = () => {
    setChoosesRange(null)
    setFirst(null)
  }

  return (
    <Ark.Root
      selectionMode={ranges ? 'range' : 'single'}
      value={value}
      onValueChange={(details) => choose(details.value.map((day) => toDayValue(day.toString().slice(0, 10))))}
      onOpenChange={(details) => !details.open && forgetChoice()}
      min={toDate(min)}
      max={toDate(max)}
      locale="en-US"
      timeZone="UTC"
      positioning={{ placement: 'bottom-end', gutter: 6, flip: !isLow() }}
      lazyMount
      unmountOnExit
    >
      <Ark.Control asChild>
        <InputBox className={styles.control}>
          <Ark.Label className={styles.label}>{label}</Ark.Label>
          <DayInput days={days} onDays={change} />
          {hasDays(days) && (
            <button type="button" className={styles.clear} onClick={() => change({})}>
              Clear
            </button>
          )}
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
            <SheetHead label={label} />
            <Periods days={days} ranges={ranges} onRanges={setChoosesRange} onDays={change} />
            <div className={styles.days}>
              <Calendar />
              {ranges && (
                <p className={styles.hint} role="status">
                  {first ? 'Now choose the last day.' : 'Choose the first day, then the last.'}
                </p>
              )}
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

/** Only a sheet has it: a popover is below its field. */
function SheetHead({ label }: { label: string }) {
  const { setOpen } = useDatePickerContext()
  return (
    <div className={styles.sheetHead}>
      <h2>{label}</h2>
      <IconButton icon={XIcon} iconSize={18} label="Close" onClick={() => setOpen(false)} />
    </div>
  )
}

/** Such a window has place for the calendar only below a field at its top. The stylesheet has the same limit. */
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

function toDate(value: string | undefined) {
  return value ? parseDate(value.slice(0, 10)) : undefined
}
