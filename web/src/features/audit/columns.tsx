import type { AuditEvent } from '@health-console/contract/audit.ts'
import type { Column } from '../../table/column.ts'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './columns.module.css'
import { describeAct, describeAmount, nameOfActor } from './phrases.ts'
import { Subjects } from './subject-link.tsx'

type EntryRow = AuditEvent & { id: string }

/** Below this width the columns do not fit side by side. */
export const narrowBelow = 860

/** All columns, and the only one of a narrow table. */
export function auditColumns(onOpen: (entry: AuditEvent) => void) {
  const what: Column<EntryRow> = {
    key: 'what',
    label: 'What happened',
    kind: 'rest',
    render: (row) => <What entry={row} onOpen={onOpen} />,
  }
  const wide: Column<EntryRow>[] = [
    { key: 'at', label: 'Time', note: 'UTC', kind: 'figures', render: ({ at }) => <Timestamp time={at} /> },
    what,
    { key: 'subjects', label: 'About', maxWidth: '15rem', render: ({ subjects }) => aboutOf(subjects) },
    { key: 'address', label: 'From', kind: 'figures' },
  ]
  const narrow: Column<EntryRow>[] = [
    {
      ...what,
      note: 'times in UTC',
      render: (row) => (
        <div className={styles.lead}>
          <What entry={row} onOpen={onOpen} />
          <span className="stamp">
            <Timestamp time={row.at} />
          </span>
          {row.subjects.length > 0 && (
            <span className={`stamp ${styles.subject}`}>
              <Subjects subjects={row.subjects} />
            </span>
          )}
        </div>
      ),
    },
  ]
  return { wide, narrow }
}

/** Null for an entry without subjects, so that the table shows "-". */
const aboutOf = (subjects: AuditEvent['subjects']) => (subjects.length > 0 ? <Subjects subjects={subjects} /> : null)

/** The entry in words; a click opens it. */
function What({ entry, onOpen }: { entry: EntryRow; onOpen: (entry: AuditEvent) => void }) {
  const amount = describeAmount(entry)
  return (
    <button type="button" className={`${rowLinkClass} ${styles.what}`} onClick={() => onOpen(entry)}>
      <b>{nameOfActor(entry.actor)}</b> {entry.actor.hasLeft && <Tag>Left</Tag>} {describeAct(entry)}
      {amount && <span className="muted"> · {amount}</span>} <OutcomeBadge outcome={entry.outcome} />
    </button>
  )
}

export function OutcomeBadge({ outcome }: Pick<AuditEvent, 'outcome'>) {
  if (outcome === 'ok') return null
  return outcome === 'denied' ? <Badge colour="yellow" label="Denied" /> : <Badge colour="red" label="Failed" />
}
