import type { ReactNode } from 'react'
import { guessableRule } from '@health-console/contract/staff/passwords.ts'
import { CircleIcon } from 'lucide-react'
import { passwordStrength } from '../lib/password-strength.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './password-strength.module.css'

type StrengthProps = {
  password: string
  /** Whether it is rejected for another reason than the rules. */
  isRejected?: boolean
}

/** The rules that a new password does not meet yet, and its strength. */
export function PasswordStrength({ password, isRejected }: StrengthProps) {
  const { level, met, total, unmet } = passwordStrength(password, isRejected)
  return (
    <div className={styles.strength} data-level={level?.toLowerCase()} aria-live="polite">
      <div className={styles.scale} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <i key={index} className={index < met && level ? styles.on : undefined} />
        ))}
      </div>
      <div className={styles.both}>
        {level && (
          <p className={styles.line}>
            Password strength: <b>{level}</b>
          </p>
        )}
        {unmet.length > 0 && <p className={styles.line}>Your password must contain:</p>}
      </div>
      {unmet.length > 0 && (
        <ul className={styles.rules}>
          {unmet.map((rule) => (
            <li key={rule}>
              <Icon icon={CircleIcon} size={10} stroke={2.5} />
              {rule}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.line}>{guessableRule}</p>
    </div>
  )
}

/** A password field and its strength hint, 10 px apart. */
export function WithStrength({ children, ...strength }: StrengthProps & { children: ReactNode }) {
  return (
    <div className={styles.together}>
      {children}
      <PasswordStrength {...strength} />
    </div>
  )
}
