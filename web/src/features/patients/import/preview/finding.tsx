import { describeLeft, type ImportFinding } from '@health-console/contract/patients/findings.ts'
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
  const choices = repairs.filter(({ leaves }) => leaves !== undefined)
  return (
    <div className={children ? styles.finding : undefined}>
      <div className={styles.say}>
        <Note tone="warning">
          <b>{title}:</b> {choices.length === 0 ? detail : whatToChoose(finding)}
        </Note>
        {choices.length > 0 && <Choices choices={choices} onRepair={onRepair} />}
        <div className={styles.actions}>
          {choices.length === 0 &&
            repairs.map((repair) => (
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

const whatToChoose = ({ needsReason }: ImportFinding) =>
  needsReason
    ? 'choose how to read the file, or give a reason.'
    : 'kept as in the file. You can still choose otherwise.'

/** The answers to a question about height and weight, each with what it leaves. */
function Choices({ choices, onRepair }: { choices: Repair[]; onRepair: (repair: Repair) => void }) {
  return (
    <ul className={styles.choices}>
      {choices.map((choice) => (
        <li key={choice.label}>
          <Button size="small" onClick={() => onRepair(choice)}>
            {choice.label}
          </Button>
          <span className="muted">{choice.leaves && describeLeft(choice.leaves)}</span>
        </li>
      ))}
    </ul>
  )
}
