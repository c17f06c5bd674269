import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './setting.module.css'

type SettingProps = {
  label: string
  /** The current state, or what the control is for. */
  state?: ReactNode
  /** On phones, the control is below the label. */
  isWide?: boolean
  /** A quiet button, whose text ends at the edge, or other controls in an element of their own. */
  children: ReactNode
}

/** A line of a dialog with a name, its state, and the control that changes it. */
export function Setting({ label, state, isWide = false, children }: SettingProps) {
  return (
    <div className={classNames(styles.setting, isWide && styles.wide)}>
      <div>
        <b>{label}</b>
        {state && <p>{state}</p>}
      </div>
      {children}
    </div>
  )
}
