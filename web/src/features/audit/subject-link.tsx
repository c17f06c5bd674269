import type { AuditEvent } from '@health-console/contract/audit.ts'
import { Link } from '@tanstack/react-router'
import { isolate } from '../../lib/isolate.ts'
import { describeSubjects, nameOfKind } from './phrases.ts'

type Subject = AuditEvent['subjects'][number]

/** Longer ids are UUIDs, of which the beginning is enough to distinguish them. */
const longestShown = 20

type SubjectLinkProps = { subject: Subject; isWhole?: boolean }

/** The id of a subject, with a link to its page. Nothing is prefetched, because a view is logged. */
export function SubjectLink({ subject: { kind, id }, isWhole = false }: SubjectLinkProps) {
  const shown = <span className="data">{isolate(isWhole || id.length <= longestShown ? id : id.slice(0, 8))}</span>
  if (kind === 'user') {
    return (
      <Link className="link link-quiet" to="/user/$userId" params={{ userId: id }} preload={false} title={id}>
        {shown}
      </Link>
    )
  }
  if (kind === 'patient') {
    return (
      <Link className="link link-quiet" to="/hospital-patients" search={{ search: id }} preload={false} title={id}>
        {shown}
      </Link>
    )
  }
  return <span title={id}>{shown}</span>
}

/** The subject of an entry, or the number of subjects. */
export function Subjects({ subjects }: { subjects: Subject[] }) {
  const [first, ...others] = subjects
  if (!first) return null
  if (others.length > 0) return describeSubjects(subjects)
  return (
    <span>
      {nameOfKind(first.kind)} <SubjectLink subject={first} />
    </span>
  )
}
