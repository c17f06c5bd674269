import type { ComponentProps } from 'react'
import { ChevronDownIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../icon.tsx'
import { InputBox } from './input-box.tsx'
import styles from './select-box.module.css'

type SelectBoxProps<Value extends string> = {
  /** Null if nothing is chosen yet. */
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** Whether it needs an answer. */
  open?: boolean
  invalid?: boolean
} & Omit<ComponentProps<'select'>, 'value' | 'onChange'>

/** The browser's own select in our box, without a label. */
export function SelectBox<Value extends string>(props: SelectBoxProps<Value>) {
  const { value, options, onChange, placeholder = 'Choose', open = false, invalid = false, ...control } = props
  return (
    <InputBox className={classNames(styles.box, open && styles.open)} invalid={invalid}>
      <select
        {...control}
        data-open={open || undefined}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {value === null && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDownIcon} />
    </InputBox>
  )
}
