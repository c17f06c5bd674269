import { useDatePickerContext } from '@ark-ui/react/date-picker'
import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { describeDays, type Days } from '../lib/days.ts'
import { formatTypedDays, readTypedDays } from '../lib/typed-days.ts'
import styles from './day-input.module.css'

/**
 * The text field of a date picker. While typing it shows the days in words. Text that is not a day gets an error
 * and changes nothing. Ark's own field accepts neither letters nor "-".
 */
export function DayInput({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  const picker = useDatePickerContext()
  const [draft, setDraft] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ text: string; value: string } | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  const saidId = useId()
  const [thisYear] = useState(() => new Date().getUTCFullYear())
  const value = formatTypedDays(days)
  const typed = draft === null ? null : readTypedDays(draft, thisYear)
  // a day chosen from the calendar clears the error
  const refused = refusal?.value === value ? refusal.text : null
  const said = refused === null ? typed && describeDays(typed) : `“${refused}” is not a day. Nothing was changed.`

  const type = (text: string) => {
    setDraft(text)
    setRefusal(null)
    if (text === '' && value) onDays({})
  }
  const take = () => {
    if (draft === null) return
    if (typed) {
      onDays(typed)
      setDraft(null)
    } else setRefusal(draft.trim() === '' ? null : { text: draft.trim(), value })
  }
  const leave = () => {
    take()
    setDraft(null)
    setIsFocused(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take()
    if (event.key !== 'Escape' || draft === null) return
    setDraft(null)
    setRefusal(null)
  }

  return (
    <>
      <input
        // the picker's label refers to it
        id={picker.getInputProps().id}
        autoComplete="off"
        spellCheck={false}
        placeholder={isFocused ? 'dd/mm/yyyy' : 'Any day'}
        value={draft ?? value}
        aria-describedby={saidId}
        aria-invalid={refused !== null || undefined}
        onChange={({ target }) => type(target.value.replaceAll(notOfDates, ''))}
        onFocus={() => {
          setIsFocused(true)
          setRefusal(null)
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <span id={saidId} role="status" className={classNames(said && styles.said, refused !== null && styles.refused)}>
        {said}
      </span>
    </>
  )
}

const notOfDates = /[^0-9A-Za-z\s.,:/–-]/g
