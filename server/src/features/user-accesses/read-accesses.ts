import { type AuditAction, findAuditAction } from '@health-console/contract/audit/actions.ts'
import type { UserAccess } from '@health-console/contract/users/user-accesses.ts'
import type { Context } from '../../core/context.ts'
import type { EventKind, LogPosition } from '../audit-events/search/log-index.ts'
import { presentEvent } from '../audit-events/presenting/present.ts'
import { searchEvents } from '../audit-events/search/search.ts'
import { listStaffNames } from '../audit-events/presenting/staff-names.ts'
import type { NameActor } from './name-actor.ts'

type AccessQuestion = {
  userId: string
  /** The end is inclusive. */
  untilMs: number
  kinds: EventKind[] | undefined
  /** The last position of the previous page. */
  after: LogPosition | null
  limit: number
}

/** `next` is the position at which the next page begins; null on the last page. */
export type AccessPage = { accesses: UserAccess[]; next: LogPosition | null }

/** These are no accesses, and would tell the user about a legal hold. */
const hidden: ReadonlySet<string> = new Set<AuditAction>(['user.hold', 'user.lift_hold'])

/** One page of the accesses to a user, newest first, without IDs, IP addresses and sessions, which belong to others. */
export async function readAccesses(
  context: Pick<Context, 'db' | 'engine' | 'audit'>,
  { userId, untilMs, kinds, after, limit }: AccessQuestion,
  nameActor: NameActor,
): Promise<AccessPage> {
  const subject = `user:${userId}`
  const filter = { actorId: undefined, kinds, subject, text: undefined, fromMs: 0, toMs: untilMs + 1 }
  const found = await searchEvents(context, { filter, after, limit })
  // Only a search by text can find too many.
  if (found === 'too-many') return { accesses: [], next: null }
  const events = found.events.filter(({ action }) => !hidden.has(action))
  const actors = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))]
  const names = new Map((await listStaffNames(context.db, actors)).map((each) => [each.id, each]))
  const accesses = events.map((row) => {
    const { at, action, outcome, actor } = presentEvent(row, names)
    const isService = names.get(actor.id ?? '')?.isService ?? false
    return { at, act: findAuditAction(action)?.words ?? action, outcome, by: nameActor(actor, isService) }
  })
  return { accesses, next: found.next }
}
