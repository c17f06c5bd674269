import { findAuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'
import type { Context } from '../../core/context.ts'
import { presentEvent } from '../audit-events/presenting/present.ts'
import { everyKind } from '../audit-events/search/read-query.ts'
import { searchEvents } from '../audit-events/search/search.ts'
import { listStaffNames } from '../audit-events/presenting/staff-names.ts'
import type { EventPage } from '../audit-events/search/find-events.ts'

/** An access to a user, without ids, IP addresses and sessions, which belong to others. */
export type Access = { at: string; act: string; outcome: string; by: string }

const batchSize = 500

/** Every access to a user in the audit log up to a time, newest first. */
export async function* readAccesses(context: Context, userId: string, untilMs: number): AsyncGenerator<Access> {
  const filter = { actorId: undefined, kinds: undefined, subject: `user:${userId}`, text: undefined }
  const names = new Map((await listStaffNames(context.db)).map((each) => [each.id, each]))
  for (let after: EventPage['next'] = null; ;) {
    const question = { filter: { ...filter, fromMs: 0, toMs: untilMs + 1 }, everyKind, after, limit: batchSize }
    const found = await searchEvents(context, question)
    // Only a search by text can find too many.
    if (found === 'too-many') return
    for (const row of found.events) {
      const { at, action, outcome, actor } = presentEvent(row, names)
      yield { at, act: findAuditAction(action)?.words ?? action, outcome, by: nameOf(actor) }
    }
    if (found.next === null) return
    after = found.next
  }
}

function nameOf({ kind, name }: AuditEvent['actor']): string {
  if (kind === 'staff') return name ?? 'A former member of staff'
  // The account of a command is not a name, and belongs to the machine.
  return { operator: 'A system administrator, with a command', server: 'The console', nobody: 'Not signed in' }[kind]
}
