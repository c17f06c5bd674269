import { findAuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'

export function nameOfActor({ kind, id, name }: AuditEvent['actor']): string {
  if (kind === 'server') return 'The server'
  if (kind === 'operator') return name ? `The operator ${isolate(name)}` : 'The operator'
  if (kind === 'nobody') return 'Unknown'
  return name !== null ? isolate(name) : `Unknown admin ${id?.slice(0, 8) ?? ''}`
}

/** The action: "searched users". Whether it was allowed is shown beside it. */
export function describeAct({ action }: Pick<AuditEvent, 'action'>): string {
  const words = findAuditAction(action)?.words ?? action
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** The amount: "20 shown", "5 times". */
export function describeAmount({ how, subjects, count }: Pick<AuditEvent, 'how' | 'subjects' | 'count'>): string {
  const isList = how === 'list' || how === 'search'
  return [isList && `${formatCount(subjects.length)} shown`, count > 1 && `${formatCount(count)} times`]
    .filter(Boolean)
    .join(' · ')
}

/** The whole row as one sentence. */
export function describeEvent(event: AuditEvent): string {
  return [`${nameOfActor(event.actor)} ${describeAct(event)}`, describeAmount(event)].filter(Boolean).join(' · ')
}

const kinds: Record<string, [one: string, several: string]> = {
  user: ['User', 'users'],
  patient: ['Patient', 'patients'],
  report: ['Report', 'reports'],
  file: ['File', 'files'],
  version: ['Version', 'versions'],
  import: ['Import', 'imports'],
  upload: ['Upload', 'uploads'],
  admin: ['Admin', 'admins'],
  invitation: ['Invitation', 'invitations'],
  session: ['Session', 'sessions'],
}

export const nameOfKind = (kind: string | null) => (kind && kinds[kind]?.[0]) ?? 'ID'

/** "20 users", "1 user and 3 reports". */
export function describeSubjects(subjects: AuditEvent['subjects']): string {
  const byKind = Map.groupBy(subjects, ({ kind }) => kind ?? '')
  const counts = [...byKind].map(([kind, { length }]) => {
    const [one, several] = kinds[kind] ?? ['ID', 'IDs']
    return `${formatCount(length)} ${length === 1 ? one.toLowerCase() : several}`
  })
  return counts.join(' and ')
}
