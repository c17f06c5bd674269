import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './input-box.module.css'

type InputBoxProps = {
  size?: 'medium' | 'large' | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
} & ComponentProps<'div'>

/** The border, background and focus ring around an input and its buttons. */
export function InputBox({ size = 'medium', invalid = false, disabled = false, className, ...rest }: InputBoxProps) {
  return (
    <div
      {...rest}
      className={classNames(
        styles.box,
        size === 'large' && styles.large,
        invalid && styles.invalid,
        disabled && styles.disabled,
        className,
      )}
    />
  )
}
