import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ShortId } from '../../ui/values/id.tsx'
import { noFilters } from './audit-state.ts'
import { nameOfKind } from './phrases.ts'
import { Data } from '../../ui/values/data.tsx'

type Subject = AuditEvent['subjects'][number]

type SubjectLinkProps = {
  subject: Subject
  /** Whether the ID is shortened. The details of the row contain all of it. */
  isInRow?: boolean
  /** Whether it only looks like a link while it is pointed at. */
  quiet?: boolean
}

/**
 * A subject by its name, member ID or ID, with a link to its page. A user who no longer exists has none, so that link
 * leads to the entries about the ID. Nothing is prefetched, because a view is logged.
 */
export function SubjectLink({ subject, isInRow = false, quiet = true }: SubjectLinkProps) {
  const { kind, id, name, memberId } = subject
  const className = quiet ? 'link link-quiet' : 'link'
  const shown = (
    <span className="data" translate="no">
      {isInRow || name !== undefined || kind === 'user' ? <ShortId id={id} /> : <Data>{id}</Data>}
    </span>
  )
  if (kind === 'user' && memberId !== undefined) {
    return (
      <Link className={className} to="/user/$userId" params={{ userId: id }} preload={false} title={id}>
        {memberId ? <Data>{memberId}</Data> : shown}
      </Link>
    )
  }
  if (kind === 'user') {
    const search = { ...noFilters, subject: `user:${id}` }
    return (
      <Link className={className} to="/audit" search={search} preload={false} title={id}>
        {shown}
      </Link>
    )
  }
  if (kind === 'patient') {
    return (
      <Link className={className} to="/hospital-patients" search={{ search: id }} preload={false} title={id}>
        {shown}
      </Link>
    )
  }
  if (name === undefined) return <span title={id}>{shown}</span>
  return (
    <span title={id}>
      <Data>{name}</Data> <span className="muted">{shown}</span>
    </span>
  )
}

/** The subjects of a row: "User …0e61581, report …77a01b2c". */
export function Subjects({ subjects }: { subjects: Subject[] }) {
  return (
    <span>
      {subjects.map((subject, index) => (
        <Fragment key={`${subject.kind}:${subject.id}`}>
          <span>{index > 0 && ', '}</span>
          <OneSubject subject={subject} isFirst={index === 0} />
        </Fragment>
      ))}
    </span>
  )
}

function OneSubject({ subject, isFirst }: { subject: Subject; isFirst: boolean }) {
  const kind = nameOfKind(subject.kind)
  return (
    <>
      <span>{subject.name === undefined && `${isFirst ? kind : kind.charAt(0).toLowerCase() + kind.slice(1)} `}</span>
      <SubjectLink subject={subject} isInRow />
    </>
  )
}
