import { useId, type ReactNode } from 'react'
import { CircleAlertIcon } from 'lucide-react'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

/** The attributes that connect the control inside a field to its label, help and error. */
type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, help, error, children }: FieldProps) {
  const id = useId()
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': [helpId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {help && (
        <p className={styles.help} id={helpId}>
          {help}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <Icon icon={CircleAlertIcon} size={14} stroke={2} />
      {children}
    </p>
  )
}
