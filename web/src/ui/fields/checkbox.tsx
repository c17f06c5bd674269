import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

type CheckboxProps = { label: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'className'>

/** A checkbox with its label. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  )
}
