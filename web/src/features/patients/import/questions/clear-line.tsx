import type { ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { ChevronDownIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './questions.module.css'

export type ClearProps = {
  reading: ImportReading
  asked: readonly ImportQuestion[]
  onChangeColumn: (column: PatientColumnKey) => void
}

/** A line that can be opened. */
export function Line({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <details className={styles.line}>
      <summary>
        <b>{title}</b>
        <span>{detail}</span>
        <Icon icon={ChevronDownIcon} />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
