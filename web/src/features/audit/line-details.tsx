import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { ChevronDownIcon, ChevronUpIcon, FilterIcon } from 'lucide-react'
import { formatTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Tag } from '../../ui/values/badge.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Data } from '../../ui/values/data.tsx'
import { Sha256 } from '../../ui/values/sha256.tsx'
import { type AuditFilters, noFilters } from './audit-state.ts'
import { OutcomeBadge } from './columns.tsx'
import { CopyableId, Fact, Facts } from './facts.tsx'
import type { LogLine } from './fold-entries.ts'
import styles from './line-details.module.css'
import { describeAct, describeAmount, kindOfActor, nameOfActor, nameOfKind } from './phrases.ts'
import { SubjectLink } from './subject-link.tsx'

/** An entry about a download can name thousands of subjects. */
const maxListed = 50

const outcomes = { ok: 'Succeeded', denied: 'Denied', failed: 'Failed' } as const

/** Everything that the entries of an opened line contain, in words. The codes are behind a button. */
export function LineDetails({ line: { entries, main, isImport } }: { line: LogLine }) {
  const { at, actor, outcome, reason, address, subjects } = main
  const only = isImport ? subjects.find(({ kind }) => kind === 'import') : subjects[0]
  const isAboutOne = isImport || (entries.length === 1 && subjects.length === 1)
  const [hasCodes, setHasCodes] = useState(false)
  const id = useId()
  return (
    <div className={styles.details}>
      <div className={styles.words}>
        <Facts>
          {isImport
            ? entries.toReversed().map((entry) => (
                <Fragment key={entry.sequence}>
                  <Fact label={formatTime(entry.at)}>
                    <span>{capitalize(describeAct(entry))}</span> <OutcomeBadge {...entry} />
                  </Fact>
                  <StatedReason {...entry} />
                </Fragment>
              ))
            : entries.map((entry) => (
                <Fragment key={entry.sequence}>
                  <Fact label="What">
                    <What entry={entry} /> <OutcomeBadge {...entry} />
                  </Fact>
                  <Fact label="About">
                    {entry.subjects.length > 0 ? <SubjectList subjects={entry.subjects} /> : null}
                  </Fact>
                  <StatedReason {...entry} />
                </Fragment>
              ))}
        </Facts>
        <Facts>
          <Fact label="Who">
            <Data>{nameOfActor(actor)}</Data> {actor.hasLeft && <Tag>Former</Tag>}
            {actor.id && (
              <div className="muted">
                <CopyableId id={actor.id} what={`ID of the ${kindOfActor(actor)}`} />
              </div>
            )}
          </Fact>
          <Fact label="When">
            <Timestamp time={at} /> UTC
          </Fact>
          <Fact label="IP address">{address && <CopyableId id={address} what="IP address" />}</Fact>
          <Fact label="Outcome">
            {outcomes[outcome]}
            {reason && (
              <span>
                : <Data>{reason}</Data>
              </span>
            )}
          </Fact>
        </Facts>
      </div>
      <div className={styles.actions}>
        {actor.kind === 'staff' && actor.id && (
          <OnlyLink filters={{ actor: actor.id }}>Only this {kindOfActor(actor)}</OnlyLink>
        )}
        {isAboutOne && only?.kind && (
          <OnlyLink filters={{ subject: `${only.kind}:${only.id}` }}>
            Only this {nameOfKind(only.kind).toLowerCase()}
          </OnlyLink>
        )}
        <Button
          quiet
          size="small"
          startIcon={hasCodes ? ChevronUpIcon : ChevronDownIcon}
          aria-expanded={hasCodes}
          aria-controls={id}
          data-repeats
          onClick={() => setHasCodes(!hasCodes)}
        >
          Technical details
        </Button>
      </div>
      <div id={id} className={styles.codes} hidden={!hasCodes}>
        {entries.map((entry) => (
          <Codes key={entry.sequence} entry={entry} />
        ))}
      </div>
    </div>
  )
}

function What({ entry }: { entry: AuditEvent }) {
  const amount = describeAmount(entry)
  return (
    <span>
      {capitalize(describeAct(entry))}
      {amount && ` · ${amount}`}
    </span>
  )
}

function StatedReason({ statedReason }: Pick<AuditEvent, 'statedReason'>) {
  if (statedReason === undefined) return null
  return (
    <Fact label="Reason">
      <Data>{statedReason}</Data>
    </Fact>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function SubjectList({ subjects }: Pick<AuditEvent, 'subjects'>) {
  return (
    <ul className={styles.subjects}>
      {subjects.slice(0, maxListed).map((subject) => (
        <li key={`${subject.kind}:${subject.id}`}>
          <Copyable text={subject.id} what={`ID ${isolate(subject.id)}`}>
            {nameOfKind(subject.kind)} <SubjectLink subject={subject} />
          </Copyable>
        </li>
      ))}
      {subjects.length > maxListed && (
        <li className="muted">{formatCount(subjects.length - maxListed)} more (included in exports)</li>
      )}
    </ul>
  )
}

function OnlyLink({ filters, children }: { filters: AuditFilters; children: ReactNode }) {
  return (
    <Link
      className={buttonClass({ size: 'small', quiet: true })}
      to="/audit"
      search={{ ...noFilters, ...filters }}
      preload={false}
    >
      <Icon icon={FilterIcon} />
      {children}
    </Link>
  )
}

/** The names that clients and the export use. */
function Codes({ entry: { sequence, action, count, sessionId, requestId, hash } }: { entry: AuditEvent }) {
  return (
    <Facts>
      <Fact label="Entry">{formatCount(sequence)}</Fact>
      <Fact label="Action">{action}</Fact>
      {count > 1 && <Fact label="Count">{formatCount(count)}</Fact>}
      <Fact label="Session">{sessionId && <CopyableId id={sessionId} what="session ID" />}</Fact>
      <Fact label="Request">{requestId && <CopyableId id={requestId} what="request ID" />}</Fact>
      <Fact label="Hash">
        <Sha256 sha256={hash} of={`entry ${formatCount(sequence)}`} />
      </Fact>
    </Facts>
  )
}
