import type { AuditEvent } from '@health-console/contract/audit.ts'
import { Link } from '@tanstack/react-router'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Tag } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { OutcomeBadge } from './columns.tsx'
import styles from './entry-dialog.module.css'
import { CopyableId, Fact, Facts } from './facts.tsx'
import { describeEvent, nameOfActor, nameOfKind } from './phrases.ts'
import { type AuditFilters, noFilters } from './audit-state.ts'
import { SubjectLink } from './subject-link.tsx'

/** An entry about a download names thousands. */
const maxListed = 50

type EntryDialogProps = { entry: AuditEvent; onClose: () => void }

/** All details of an entry. Mount it when it opens. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { sequence, at, actor, action, subjects, outcome, reason, count, address, sessionId, requestId, hash } = entry
  const only = (filters: AuditFilters, label: string) => (
    <Link className="link" to="/audit" search={{ ...noFilters, ...filters }} preload={false} onClick={onClose}>
      {label}
    </Link>
  )
  return (
    <InfoDialog onClose={onClose} title={`Entry ${formatCount(sequence)}`} size="large">
      <p className={styles.sentence}>
        {describeEvent(entry)} <OutcomeBadge outcome={outcome} />
      </p>
      <Facts>
        <Fact label="Time">
          <Timestamp time={at} /> UTC
        </Fact>
        <Fact label="Who">
          <span className={styles.line}>
            {nameOfActor(actor)} {actor.hasLeft && <Tag>Left</Tag>}
            {actor.kind === 'staff' && actor.id && only({ actor: actor.id }, 'Only this admin')}
          </span>
          {actor.id && <CopyableId id={actor.id} what="ID of the admin" />}
        </Fact>
        <Fact label="About">
          {subjects.length === 0 ? (
            '-'
          ) : (
            <ul className={styles.subjects}>
              {subjects.slice(0, maxListed).map((subject) => (
                <li key={`${subject.kind}:${subject.id}`} className={styles.line}>
                  <Copyable text={subject.id} what={`ID ${isolate(subject.id)}`}>
                    {nameOfKind(subject.kind)} <SubjectLink subject={subject} isWhole={subjects.length === 1} />
                  </Copyable>
                  {subject.kind && only({ subject: `${subject.kind}:${subject.id}` }, 'Only this')}
                </li>
              ))}
              {subjects.length > maxListed && (
                <li className="muted">
                  and {formatCount(subjects.length - maxListed)} more. An export has all of them.
                </li>
              )}
            </ul>
          )}
        </Fact>
        <Fact label="Action">{action}</Fact>
        <Fact label="Outcome">{reason ? `${outcome}: ${reason}` : outcome}</Fact>
        {count > 1 && <Fact label="Times">{formatCount(count)}</Fact>}
        <Fact label="From">{address && <CopyableId id={address} what="IP address" />}</Fact>
        <Fact label="Session">{sessionId && <CopyableId id={sessionId} what="session ID" />}</Fact>
        <Fact label="Request">{requestId && <CopyableId id={requestId} what="request ID" />}</Fact>
        <Fact label="Hash">
          <CopyableId id={hash} what="hash" />
        </Fact>
      </Facts>
    </InfoDialog>
  )
}
