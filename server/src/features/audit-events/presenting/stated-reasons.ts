import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import type { NotNull } from 'kysely'
import { readSubjects } from '../../../core/audit/terms.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import type { FileDecisionsTable } from '../../../core/database/tables/files.ts'
import type { Db } from '../../../core/database/tables.ts'

/** A reason that someone entered, with the subject and the action of the entry that it belongs to. */
type Stated = {
  action: string
  subject: string
  /** Null: not recorded. */
  actorId: string | null
  atMs: number
  reason: string
}

const actionOf = {
  approve: 'files.publish_alone',
  reject: 'files.reject',
  restore: 'files.restore',
  withdraw: 'files.withdraw',
} as const satisfies Record<FileDecisionsTable['decision'], AuditAction>

/**
 * Finds the reasons that were entered for the events, by sequence. They are stored next to what they are about instead
 * of in the audit log, so that they can be erased with a user without breaking the chain.
 */
export async function findStatedReasons(db: Db, events: AuditEventsTable[]): Promise<Map<number, string>> {
  const done = events.filter(({ outcome }) => outcome === 'ok')
  const stated = await listStated(db, done)
  const found = new Map<number, string>()
  for (const event of done) {
    const subjects = new Set(readSubjects(event))
    // A reason is stored just before the entry in the same transaction.
    const [last] = stated
      .filter(({ action, subject }) => action === event.action && subjects.has(subject))
      .filter(({ actorId, atMs }) => (actorId === null || actorId === event.actorId) && atMs <= event.atMs)
      .sort((a, b) => b.atMs - a.atMs)
    if (last) found.set(event.sequence, last.reason)
  }
  return found
}

async function listStated(db: Db, events: AuditEventsTable[]): Promise<Stated[]> {
  const idsOf = (kind: string, actions: string[]) =>
    subjectsOf(events.filter(({ action }) => actions.includes(action)))
      .filter((subject) => subject.startsWith(`${kind}:`))
      .map((subject) => subject.slice(kind.length + 1))
  const parts = [
    listKept(db, subjectsOf(events.filter(({ action }) => keptActions.includes(action)))),
    listHolds(db, idsOf('user', ['user.hold'])),
    listErasures(db, idsOf('user', ['user.erase'])),
    listDecisions(db, idsOf('file', Object.values(actionOf))),
    listImports(db, idsOf('import', ['patients.import'])),
  ]
  return (await Promise.all(parts)).flat()
}

const subjectsOf = (events: AuditEventsTable[]) => [...new Set(events.flatMap(readSubjects))]

/** The actions whose reasons are in the table `reasons`. */
const keptActions: string[] = [
  'user.export',
  'user.hold',
  'patients.import_delete',
  'access_check.explain',
  'access_check.follow_up',
] satisfies AuditAction[]

async function listKept(db: Db, subjects: string[]): Promise<Stated[]> {
  if (subjects.length === 0) return []
  const rows = await db.selectFrom('reasons').selectAll().where('subject', 'in', subjects).execute()
  return rows.map(({ adminId, ...row }) => ({ ...row, actorId: adminId }))
}

/** Up to 1.0.0, the reason for a legal hold was only in its row. */
async function listHolds(db: Db, userIds: string[]): Promise<Stated[]> {
  if (userIds.length === 0) return []
  const rows = await db.selectFrom('legalHolds').selectAll().where('userId', 'in', userIds).execute()
  return rows.map(({ userId, adminId, createdAtMs, reason }) => ({
    action: 'user.hold',
    subject: `user:${userId}`,
    actorId: adminId,
    atMs: createdAtMs,
    reason,
  }))
}

async function listErasures(db: Db, userIds: string[]): Promise<Stated[]> {
  if (userIds.length === 0) return []
  const rows = await db.selectFrom('erasures').selectAll().where('userId', 'in', userIds).execute()
  return rows.map(({ userId, adminId, erasedAtMs, reason }) => ({
    action: 'user.erase',
    subject: `user:${userId}`,
    actorId: adminId,
    atMs: erasedAtMs,
    reason,
  }))
}

async function listDecisions(db: Db, fileIds: string[]): Promise<Stated[]> {
  if (fileIds.length === 0) return []
  const rows = await db
    .selectFrom('fileDecisions')
    .selectAll()
    .where('fileId', 'in', fileIds)
    .where('reason', 'is not', null)
    .$narrowType<{ reason: NotNull }>()
    .execute()
  return rows.map(({ fileId, number, decision, adminId, decidedAtMs, reason }) => ({
    action: actionOf[decision],
    // The entry of a restored version names the earlier version, whose content it has.
    subject: decision === 'restore' ? `file:${fileId}` : `version:${fileId}/${number}`,
    actorId: adminId,
    atMs: decidedAtMs,
    reason,
  }))
}

async function listImports(db: Db, ids: string[]): Promise<Stated[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('patientImports')
    .select(['id', 'reason'])
    .where('id', 'in', ids)
    .where('reason', 'is not', null)
    .$narrowType<{ reason: NotNull }>()
    .execute()
  return rows.map(({ id, reason }) => ({
    action: 'patients.import',
    subject: `import:${id}`,
    actorId: null,
    atMs: 0,
    reason,
  }))
}
