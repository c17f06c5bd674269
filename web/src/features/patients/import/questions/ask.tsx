import { CheckIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './questions.module.css'

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

/** Marks an answered question. */
export function Answered() {
  return (
    <span className={styles.answered}>
      <Icon icon={CheckIcon} stroke={2} />
      <span className="sr-only">Answered</span>
    </span>
  )
}
