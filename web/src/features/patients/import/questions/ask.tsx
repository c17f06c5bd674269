import { CheckIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './questions.module.css'

type AskProps = {
  /** Our column. */
  name: string
  isAnswered: boolean
  /** What Confirm takes, for screen readers. Without it there is no such button. */
  confirms?: string | undefined
  onConfirm: () => void
  children: ReactNode
}

/** One question about a column: its name, what can be chosen, and whether it is answered. */
export function Ask({ name, isAnswered, confirms, onConfirm, children }: AskProps) {
  const id = useId()
  return (
    <div className={styles.ask} role="group" aria-labelledby={id}>
      <b id={id}>{name}</b>
      {children}
      {isAnswered ? (
        <Answered />
      ) : (
        confirms && (
          <Button className={styles.confirm} aria-label={confirms} onClick={onConfirm}>
            Confirm
          </Button>
        )
      )}
    </div>
  )
}

/** One question about the whole file. */
export function AskAll({ title, isAnswered, children }: { title: string; isAnswered: boolean; children: ReactNode }) {
  return (
    <div className={styles.askAll}>
      <p>
        <b>{title}</b>
        {isAnswered && <Answered />}
      </p>
      {children}
    </div>
  )
}

function Answered() {
  return (
    <span className={styles.answered}>
      <Icon icon={CheckIcon} stroke={2} />
      <span className="sr-only">Answered</span>
    </span>
  )
}
