import { useState } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { changeRange, type Days, hasDays, lastDays, type Period, periodOf, periods } from './days.ts'

/** Filters by the day of generation: one day, the last days, or a range. */
export function DaysFilter({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [isRange, setIsRange] = useState(false)
  const [openedAtMs] = useState(() => Date.now())
  const period = isRange && !days.date ? 'range' : periodOf(days, openedAtMs)
  const isFiltered = hasDays(days)

  const choose = (chosen: Period) => {
    setIsRange(chosen === 'range')
    if (chosen === '7' || chosen === '30') onChange(lastDays(Number(chosen), Date.now()))
    else if (chosen === 'range') onChange({ from: days.date ?? days.from, to: days.date ?? days.to })
    else onChange({})
  }
  const reset = () => {
    setIsRange(false)
    onChange({})
  }

  return (
    <>
      <SelectField label="Period" value={period} options={periods} onChange={choose} />
      {period === 'day' ? (
        <DatePicker
          label="Date generated"
          value={days.date ?? null}
          onChange={(date) => onChange({ date: date ?? undefined })}
        />
      ) : (
        <>
          <DatePicker
            label="Generated from"
            value={days.from ?? null}
            onChange={(from) => onChange(changeRange(days, { from }))}
          />
          <DatePicker
            label="Generated until"
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
