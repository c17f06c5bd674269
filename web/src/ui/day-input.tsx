import { parseDate, useDatePickerContext } from '@ark-ui/react/date-picker'
import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatDate, formatTypedDate } from '../lib/dates.ts'
import { readTypedDate } from '../lib/typed-dates.ts'
import styles from './day-input.module.css'

/**
 * The text field of a date picker. While typing it shows the day in words. Text that is not a day gets an error
 * and changes nothing. Ark's own field accepts neither letters nor "-".
 */
export function DayInput({ value }: { value: string | null }) {
  const picker = useDatePickerContext()
  const [draft, setDraft] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ text: string; value: string | null } | null>(null)
  const saidId = useId()
  const [thisYear] = useState(() => new Date().getUTCFullYear())
  const day = draft === null ? null : readTypedDate(draft, thisYear)
  // a day chosen from the calendar clears the error
  const refused = refusal?.value === value ? refusal.text : null
  const said = refused === null ? formatDate(day) : `“${refused}” is not a day. Nothing was changed.`

  const type = (text: string) => {
    setDraft(text)
    setRefusal(null)
    if (text === '' && value) picker.clearValue()
  }
  const take = () => {
    if (draft === null) return
    if (day) {
      picker.setValue([parseDate(day)])
      setDraft(null)
    } else setRefusal(draft.trim() === '' ? null : { text: draft.trim(), value })
  }
  const leave = () => {
    take()
    setDraft(null)
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
        placeholder="dd/mm/yyyy"
        value={draft ?? formatTypedDate(value) ?? ''}
        aria-describedby={saidId}
        aria-invalid={refused !== null || undefined}
        onChange={({ target }) => type(target.value.replaceAll(notOfDates, ''))}
        onFocus={() => setRefusal(null)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <span id={saidId} role="status" className={classNames(said && styles.said, refused !== null && styles.refused)}>
        {said}
      </span>
    </>
  )
}

const notOfDates = /[^0-9A-Za-z\s.,:/-]/g
