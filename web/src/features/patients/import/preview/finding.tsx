import type { ImportFinding } from '@health-console/contract/patient-findings.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../../../../lib/numbers.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import styles from './finding.module.css'

export type Repair = ImportFinding['repairs'][number]

type FindingProps = {
  finding: ImportFinding
  onRepair: (repair: Repair) => void
  /** Shows the affected rows. */
  onShow: () => void
  /** A chart beside the finding. */
  children?: ReactNode
}

/** A finding about a whole column or the whole file, with a way to fix it, and the affected rows. */
export function Finding({ finding, onRepair, onShow, children }: FindingProps) {
  const { title, detail, repairs, rows } = finding
  const show = rows === 1 ? 'Show the row' : `Show ${formatCount(rows)} rows`
  return (
    <div className={children ? styles.finding : undefined}>
      <div className={styles.say}>
        <Note tone="warning">
          <b>{title}:</b> {detail}
        </Note>
        <div className={styles.actions}>
          {repairs.map((repair) => (
            <Button key={repair.label} size="small" onClick={() => onRepair(repair)}>
              {repair.label}
            </Button>
          ))}
          {rows > 0 && (
            <Button quiet size="small" aria-label={`${show}: ${title}`} onClick={onShow}>
              {show}
            </Button>
          )}
        </div>
      </div>
      {children}
    </div>
  )
}
