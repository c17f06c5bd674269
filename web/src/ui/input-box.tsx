import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './input-box.module.css'

type InputBoxProps = {
  size?: 'medium' | 'large' | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** The edge, ground and focus halo around an input and whatever stands beside it. */
export function InputBox({ size = 'medium', invalid = false, disabled = false, className, children }: InputBoxProps) {
  return (
    <div
      className={classNames(
        styles.box,
        size === 'large' && styles.large,
        invalid && styles.invalid,
        disabled && styles.disabled,
        className,
      )}
    >
      {children}
    </div>
  )
}
