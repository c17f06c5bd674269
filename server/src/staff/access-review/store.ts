import type { AuditAction } from '@health-console/contract/audit-actions.ts'
import type { Db } from '../../database/tables.ts'
import { listAdmins } from '../admins/store.ts'
import { listInvitations } from '../invitations/store.ts'

const dayMs = 24 * 3_600_000
/** Younger invitations are not reviewed. */
const invitationAgeMs = 7 * dayMs
/** The actions that begin a session. */
const signIns = [
  'session.sign_in',
  'session.sign_on',
  'session.emergency_sign_in',
  'invitation.accept',
] as const satisfies AuditAction[]

/** Everybody with access, then the old invitations, each oldest first. */
export async function listReviewed(db: Db, nowMs: number) {
  const admins = await listAdmins(db)
  const invitations = (await listInvitations(db)).filter(({ createdAtMs }) => createdAtMs <= nowMs - invitationAgeMs)
  return { admins, invitations }
}

/** The entry of the newest review in the record. */
export async function findLastReview(db: Db): Promise<{ atMs: number; actorId: string | null } | undefined> {
  return findNewest(db, 'access_review.attest')
}

/** When the next review is due: some days after the last one, or after the first admin was created. */
export async function findDueAt(db: Db, reviewDays: number, nowMs: number): Promise<number> {
  const last = await findLastReview(db)
  const [first] = last ? [] : await listAdmins(db)
  return (last?.atMs ?? first?.createdAtMs ?? nowMs) + reviewDays * dayMs
}

export async function wasReminded(db: Db, sinceMs: number): Promise<boolean> {
  const newest = await findNewest(db, 'access_review.remind')
  return newest !== undefined && newest.atMs >= sinceMs
}

/** From the record, or from an open session if the record no longer has the sign-in. */
export async function findLastSignIn(db: Db, adminId: string): Promise<number | null> {
  const times = await Promise.all(signIns.map((action) => findNewest(db, action, adminId)))
  const session = await db
    .selectFrom('sessions')
    .select('createdAtMs')
    .where('adminId', '=', adminId)
    .orderBy('createdAtMs', 'desc')
    .limit(1)
    .executeTakeFirst()
  const newest = Math.max(...times.map((each) => each?.atMs ?? 0), session?.createdAtMs ?? 0)
  return newest === 0 ? null : newest
}

async function findNewest(db: Db, action: string, actorId?: string) {
  let query = db
    .selectFrom('auditEvents')
    .select(['atMs', 'actorId'])
    .where('action', '=', action)
    .where('outcome', '=', 'ok')
    .orderBy('atMs', 'desc')
    .limit(1)
  if (actorId !== undefined) query = query.where('actorId', '=', actorId)
  return query.executeTakeFirst()
}
