import type { Db } from '../../../core/database/tables.ts'
import { listAdmins } from '../admins/store.ts'
import { listInvitations } from '../links/store.ts'
import { listAccounts } from '../service-accounts/store.ts'
import { findNewestEntry } from '../admins/last-sign-in.ts'

const dayMs = 24 * 3_600_000
/** Newer invitations are not reviewed. */
const invitationAgeMs = 7 * dayMs

/** All admins with access, the old invitations, and the service accounts, each oldest first. */
export async function listReviewed(db: Db, nowMs: number) {
  const admins = await listAdmins(db)
  const invitations = (await listInvitations(db)).filter(({ createdAtMs }) => createdAtMs <= nowMs - invitationAgeMs)
  const accounts = await listAccounts(db)
  return { admins, invitations, accounts }
}

/** The entry of the newest review in the audit log. */
export async function findLastReview(db: Db): Promise<{ atMs: number; actorId: string | null } | undefined> {
  return findNewestEntry(db, 'access_review.attest')
}

/** When the next review is due: some days after the last one, or after the first admin was created. */
export async function findDueAt(db: Db, reviewDays: number, nowMs: number): Promise<number> {
  const last = await findLastReview(db)
  const [first] = last ? [] : await listAdmins(db)
  return (last?.atMs ?? first?.createdAtMs ?? nowMs) + reviewDays * dayMs
}

export async function wasReminded(db: Db, sinceMs: number): Promise<boolean> {
  const newest = await findNewestEntry(db, 'access_review.remind')
  return newest !== undefined && newest.atMs >= sinceMs
}
