import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { describeDays, type Days } from '../../lib/days.ts'
import { formatDate, formatTypedDate } from '../../lib/dates.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { formatTypedDays, isOfDates, readTypedDays } from '../../lib/typed-days.ts'
import styles from './day-input.module.css'

/** The text that is being typed while `value` is chosen. */
type Draft = { text: string; value: string; isInvalid: boolean }

type DayInputProps = {
  /** The ID to which a label refers. */
  id?: string | undefined
  /** The accessible name if there is no label. */
  label?: string
  days: Days
  onDays: (days: Days) => void
  /** Called when Enter has accepted what was typed. */
  onDone?: () => void
  /** Whether the day of something that has happened has to be chosen. Without one, all days are meant. */
  isRequired: boolean
  /** The description while nothing is typed. */
  note?: string
}

/**
 * The text field of a date picker. While typing, it shows the days in words. Text that is not a date stays, gets an
 * error, and changes nothing. Ark's own field accepts neither letters nor "-".
 */
export function DayInput({ id, label, days, onDays, onDone, isRequired, note }: DayInputProps) {
  const value = formatTypedDays(days)
  const [lastDraft, setDraft] = useState<Draft | null>(null)
  // Days that are chosen elsewhere replace what was typed.
  const draft = lastDraft?.value === value ? lastDraft : null
  const [isFocused, setIsFocused] = useState(false)
  const descriptionId = useId()
  const [nowMs] = useState(() => Date.now())
  const read = draft && readTypedDays(draft.text, nowMs, { isPast: isRequired })
  const typed = typeof read === 'string' ? null : read
  const description = draft?.isInvalid
    ? rejectionOf(draft.text, read, nowMs)
    : typed
      ? describeDays(typed)
      : !draft && note

  const type = (text: string) => {
    setDraft({ text, value, isInvalid: false })
    if (text === '' && value) onDays({})
  }
  const accept = () => {
    if (!draft) return
    if (typed) onDays(typed)
    setDraft(typed || draft.text.trim() === '' ? null : { ...draft, isInvalid: true })
  }
  const leave = () => {
    accept()
    setIsFocused(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      accept()
      if (!draft || typed) onDone?.()
    }
    if (event.key === 'Escape') setDraft(null)
  }

  return (
    <>
      <input
        id={id}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        placeholder={isFocused || isRequired ? 'dd/mm/yyyy' : 'Any date'}
        value={draft?.text ?? value}
        aria-describedby={descriptionId}
        aria-invalid={draft?.isInvalid || undefined}
        onChange={({ target }) => type(Array.from(target.value).filter(isOfDates).join(''))}
        onFocus={() => setIsFocused(true)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <span
        id={descriptionId}
        role="status"
        className={classNames(description && styles.description, draft?.isInvalid && styles.invalid)}
      >
        {description}
      </span>
    </>
  )
}

function rejectionOf(text: string, read: ReturnType<typeof readTypedDays>, nowMs: number): string {
  if (read === 'reversed') return 'The end date is before the start date. Nothing was changed.'
  if (read === 'early') return `“${text.trim()}” is before 1900. Nothing was changed.`
  // A computer whose clock is wrong is recognised by the date.
  if (read === 'late') return `“${text.trim()}” is after today, ${formatDate(new Date(nowMs))}. Nothing was changed.`
  return `“${text.trim()}” isn’t a date. Nothing was changed. Try something like ${formatTypedDate(new Date(nowMs).toISOString())}.`
}
