import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './link-button.module.css'

/** A button inside a line of text that looks like a link. */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classNames('link', styles.button)} onClick={onClick}>
      {children}
    </button>
  )
}
