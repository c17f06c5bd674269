import type { ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { ChevronDownIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import type { Draft } from './answers.ts'
import styles from './questions.module.css'

export type ClearProps = {
  reading: ImportReading
  asked: readonly ImportQuestion[]
  draft: Draft
  onChangeColumn: (column: PatientColumnKey) => void
}

/** A line that can be opened. */
export function Line({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <details className={styles.line}>
      <summary>
        <b>{title}</b>
        <span title={detail}>{detail}</span>
        <Icon icon={ChevronDownIcon} />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
