import { DatePicker as Ark, parseDate, useDatePickerContext } from '@ark-ui/react/date-picker'
import { Portal } from '@ark-ui/react/portal'
import { useMemo } from 'react'
import { CalendarIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { formatDate, toDayValue } from '../lib/dates.ts'
import { Calendar } from './calendar.tsx'
import { DayInput } from './day-input.tsx'
import { IconButton } from './icon-button.tsx'
import { InputBox } from './input-box.tsx'
import styles from './date-picker.module.css'
import field from './field.module.css'

type DatePickerProps = {
  label: string
  /** The start of a UTC day: "2026-03-07T00:00:00.000Z". */
  value: string | null
  onChange: (value: string | null) => void
  /** The first and the last day that can be chosen, in the same form. Typed days are clamped to them. */
  min?: string
  max?: string
  /** As wide as its place, without Clear. */
  narrow?: boolean
  /** It waits for an answer. */
  open?: boolean
}

/** A field for one UTC day, typed in the format of the tables or as an ISO date, or chosen from the calendar. */
export function DatePicker({ label, value, onChange, min, max, narrow = false, open = false }: DatePickerProps) {
  const day = toIsoDay(value)
  const selected = useMemo(() => (day ? [parseDate(day)] : []), [day])
  return (
    <Ark.Root
      className={field.field}
      value={selected}
      onValueChange={(details) => {
        const chosen = details.value[0]?.toString().slice(0, 10) ?? null
        if (chosen !== day) onChange(chosen && toDayValue(chosen))
      }}
      min={toDate(min)}
      max={toDate(max)}
      locale="en-US"
      timeZone="UTC"
      positioning={{ placement: 'bottom-start', gutter: 6 }}
      lazyMount
      unmountOnExit
    >
      <Ark.Label className={field.label}>{label}</Ark.Label>
      <Ark.Control asChild>
        <InputBox
          className={classNames(styles.control, narrow && styles.narrow, open && styles.open)}
          data-open={open || undefined}
        >
          <DayInput value={value} />
          {!narrow && (
            <Ark.ClearTrigger className={styles.clear} aria-label="Clear">
              Clear
            </Ark.ClearTrigger>
          )}
          <Trigger chosen={formatDate(value)} />
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
            <Calendar />
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

function Trigger({ chosen }: { chosen: string | null }) {
  const { open } = useDatePickerContext()
  const name = open ? 'Close calendar' : 'Open calendar'
  return (
    <Ark.Trigger asChild>
      <IconButton
        icon={CalendarIcon}
        label={chosen ? `${name}, ${chosen} chosen` : name}
        size="small"
        aria-haspopup="dialog"
      />
    </Ark.Trigger>
  )
}

function toIsoDay(value: string | null | undefined): string | null {
  const match = /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')
  return match?.[0] ?? null
}

function toDate(value: string | null | undefined) {
  const day = toIsoDay(value)
  return day ? parseDate(day) : undefined
}
