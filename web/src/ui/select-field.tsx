import { ChevronDownIcon } from 'lucide-react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { InputBox } from './input-box.tsx'
import styles from './select-field.module.css'

type SelectFieldProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** The browser's own select in our box. */
export function SelectField<Value extends string>({ label, value, options, onChange }: SelectFieldProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <InputBox className={styles.box}>
          <select
            {...control}
            value={value}
            onChange={({ target }) => {
              const chosen = options.find((option) => option.value === target.value)
              if (chosen) onChange(chosen.value)
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon icon={ChevronDownIcon} />
        </InputBox>
      )}
    </Field>
  )
}
