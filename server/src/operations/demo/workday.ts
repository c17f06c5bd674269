import type { AuditAction, AuditSubject } from '@health-console/contract/audit/actions.ts'
import { type AuditEntry, byServer } from '../../core/audit/entry.ts'
import type { EndUsersTable, ReportsTable } from '../../core/database/tables/users.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000
const pageSize = 20

export type Colleague = {
  id: string
  address: string
  /** How many days ago they left; 0: they have not left. */
  until: number
  isSuperAdmin?: boolean
}

/** The data that they can view. */
export type Shown = { users: readonly EndUsersTable[]; reports: readonly ReportsTable[]; memberIds: readonly string[] }

export type Timed = { atMs: number; entry: AuditEntry }

/** Returns a function that invents an admin's actions in the console on one day. */
export function createWorkday(random: Random, shown: Shown) {
  const users = shown.users
    .toSorted((a, b) => (`${a.lastName} ${a.firstName}` < `${b.lastName} ${b.firstName}` ? -1 : 1))
    .map(({ id }) => `user:${id}` as const)
  const patients = shown.memberIds.map((id) => `patient:${id}` as const)
  const reportsOf = Map.groupBy(shown.reports, ({ userId }) => `user:${userId}`)

  /** This is usually the first page. */
  function pageOf(subjects: readonly AuditSubject[]): AuditSubject[] {
    const first = random.chance(0.6) ? 0 : random.between(0, Math.floor(subjects.length / pageSize))
    return subjects.slice(first * pageSize, (first + 1) * pageSize)
  }

  function some(subjects: readonly AuditSubject[]): AuditSubject[] {
    const first = random.between(0, subjects.length - 1)
    return subjects.slice(first, first + random.between(1, 5))
  }

  /** Opens a user, views the reports, and sometimes downloads one. */
  function lookAtUser(): [AuditAction, AuditSubject[]][] {
    const user = users[random.between(0, users.length - 1)] ?? 'user:'
    const own = (reportsOf.get(user) ?? []).slice(0, pageSize).map(({ id }) => `report:${id}` as const)
    const acts: [AuditAction, AuditSubject[]][] = [
      ['user.view', [user]],
      ['reports.list', [user, ...own]],
    ]
    const [report] = own
    if (report && random.chance(0.4)) acts.push(['report.view', [user, report]])
    if (report && random.chance(0.15)) acts.push(['report.download', [user, report]])
    return acts
  }

  function act(isSuperAdmin: boolean): [AuditAction, AuditSubject[]][] {
    const dice = random.next()
    if (dice < 0.2) return [['users.list', pageOf(users)]]
    if (dice < 0.5) return [['users.search', some(users)], ...lookAtUser()]
    if (dice < 0.7) return lookAtUser()
    if (dice < 0.82) return [['patients.view', pageOf(patients)]]
    if (dice < 0.92) return [['patients.search', some(patients)]]
    if (isSuperAdmin && dice < 0.95) return [['audit.list', []]]
    return [['files.view', []]]
  }

  return function workday({ id, address, isSuperAdmin = false }: Colleague, midnightMs: number): Timed[] {
    if (random.chance(isSuperAdmin ? 0.5 : 0.12)) return []
    const timed: Timed[] = []
    let atMs = midnightMs + random.between(7 * 60, 9 * 60) * minuteMs
    const sessionId = random.uuid(atMs)
    function add(action: AuditAction, subjects: AuditSubject[], more: Partial<AuditEntry> = {}): void {
      const requestId = random.uuid(atMs)
      timed.push({
        atMs,
        entry: { ...byServer, actorId: id, sessionId, address, requestId, action, subjects, ...more },
      })
      atMs += random.between(2_000, 30_000)
    }
    if (random.chance(0.06)) {
      const rejected = { actorId: null, sessionId: null, outcome: 'failed', reason: 'wrong_credentials' } as const
      add('session.sign_in', [`admin:${id}`], rejected)
    }
    add('session.sign_in', [])
    for (let acts = random.between(3, 9); acts > 0; acts -= 1) {
      for (const [action, subjects] of act(isSuperAdmin)) add(action, subjects)
      atMs += random.between(5, 50) * minuteMs
    }
    if (!isSuperAdmin && random.chance(0.03)) add('audit.list', [], { outcome: 'denied', reason: 'forbidden' })
    if (random.chance(0.6)) add('session.sign_out', [])
    return timed
  }
}
