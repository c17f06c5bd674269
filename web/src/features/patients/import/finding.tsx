import type { ImportFinding } from '@health-console/contract/patient-findings.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import styles from './finding.module.css'

type FindingProps = {
  finding: ImportFinding
  /** Shows the rows behind it. */
  onShow: () => void
  /** A picture beside it. */
  children?: ReactNode
}

/** Something about a whole column or the whole file, with the rows behind it. */
export function Finding({ finding, onShow, children }: FindingProps) {
  const { title, detail, rows } = finding
  const show = rows === 1 ? 'Show the row' : `Show ${formatCount(rows)} rows`
  return (
    <div className={children ? styles.finding : undefined}>
      <div className={styles.say}>
        <Note tone="warning">
          <b>{title}:</b> {detail}
        </Note>
        {rows > 0 && (
          <div>
            <Button quiet size="small" aria-label={`${show}: ${title}`} onClick={onShow}>
              {show}
            </Button>
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
