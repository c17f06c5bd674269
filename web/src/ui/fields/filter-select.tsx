import { ChevronDownIcon } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '../icon.tsx'
import { InputBox } from './input-box.tsx'
import styles from './filter-select.module.css'

type FilterSelectProps<Value extends string> = {
  label: string
  /** Empty if there is no filter. */
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A filter with its name inside its box. The browser's own select covers it invisibly. */
export function FilterSelect<Value extends string>({ label, value, options, onChange }: FilterSelectProps<Value>) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <InputBox className={styles.box}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.value} data-unset={value === '' || undefined} aria-hidden="true">
        {chosen?.label}
      </span>
      <Icon icon={ChevronDownIcon} />
      <select
        id={id}
        title={chosen?.label}
        value={value}
        onChange={({ target }) => {
          const next = options.find((option) => option.value === target.value)
          if (next) onChange(next.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </InputBox>
  )
}
