import { useState } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { changeRange, type Days, hasDays, lastDays, type Period, periodOf, periods } from '../lib/days.ts'
import { Button } from './button.tsx'
import { DatePicker } from './date-picker.tsx'
import { SelectField } from './select-field.tsx'

type DaysFilterProps = {
  days: Days
  /** The labels of the fields for one day, and for the first and the last day of a range. */
  labels: { day: string; from: string; to: string }
  onChange: (days: Days) => void
  /** The button at the end also resets other filters. */
  others?: { isFiltered: boolean; onReset: () => void }
}

/** Filters by day: one day, the last days, or a range. */
export function DaysFilter({ days, labels, onChange, others }: DaysFilterProps) {
  const [isRange, setIsRange] = useState(false)
  const [openedAtMs] = useState(() => Date.now())
  const period = isRange && !days.date ? 'range' : periodOf(days, openedAtMs)
  const isFiltered = hasDays(days) || others?.isFiltered

  const choose = (chosen: Period) => {
    setIsRange(chosen === 'range')
    if (chosen === '7' || chosen === '30') onChange(lastDays(Number(chosen), Date.now()))
    else if (chosen === 'range') onChange({ from: days.date ?? days.from, to: days.date ?? days.to })
    else onChange({})
  }
  const reset = () => {
    setIsRange(false)
    if (others) others.onReset()
    else onChange({})
  }

  return (
    <>
      <SelectField label="Period" value={period} options={periods} onChange={choose} />
      {period === 'day' ? (
        <DatePicker
          label={labels.day}
          value={days.date ?? null}
          onChange={(date) => onChange({ date: date ?? undefined })}
        />
      ) : (
        <>
          <DatePicker
            label={labels.from}
            value={days.from ?? null}
            onChange={(from) => onChange(changeRange(days, { from }))}
          />
          <DatePicker
            label={labels.to}
            value={days.to ?? null}
            onChange={(to) => onChange(changeRange(days, { to }))}
          />
        </>
      )}
      {(isFiltered || isRange) && (
        <Button startIcon={RotateCcwIcon} onClick={reset}>
          Reset
        </Button>
      )}
    </>
  )
}
