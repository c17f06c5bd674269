import { randomUUIDv7 } from 'node:crypto'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import { avatarColors, type Role } from '@health-console/contract/staff/admins.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Engine } from '../../../core/database/engine.ts'
import type { Db, Tables, Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { notFound } from '../../../http/errors.ts'

/**
 * Acquires the staff lock, which serializes all changes of access: they are rare and depend on each other (an
 * invitation on the existing admins, a removal on the remaining super admins). Call it first in the transaction.
 */
export function lockStaff(engine: Engine, transaction: Transaction): Promise<void> {
  return engine.serialize(transaction, 'staff')
}

/** All admins with access, oldest first. */
export async function listAdmins(db: Db): Promise<AdminsTable[]> {
  return db.selectFrom('admins').selectAll().where('role', '!=', 'user').orderBy('createdAtMs').orderBy('id').execute()
}

export async function findAdmins(db: Db, ids: string[]): Promise<AdminsTable[]> {
  return db.selectFrom('admins').selectAll().where('id', 'in', ids).execute()
}

/** @throws ApiError if no admin with access has this id */
export async function getStaff(db: Db, id: string): Promise<AdminsTable> {
  const [admin] = await findAdmins(db, [id])
  if (!admin || admin.role === 'user') throw notFound('This admin no longer exists.')
  return admin
}

export async function findAdminsByEmail(db: Db, emails: string[]): Promise<AdminsTable[]> {
  return db.selectFrom('admins').selectAll().where('emailKey', 'in', emails.map(emailKeyOf)).execute()
}

export async function findAdminByEmail(db: Db, email: string): Promise<AdminsTable | undefined> {
  return db.selectFrom('admins').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst()
}

const newMemberMs = 30 * 24 * 3_600_000

/** Whether one of two admins invited the other less than 30 days ago, so that both accounts may be of one person. */
export async function hasJustInvited(db: Db, ids: [string, string], nowMs: number): Promise<boolean> {
  const both = await findAdmins(db, ids)
  return both.some(
    ({ inviterId, joinedAtMs }) => both.some(({ id }) => id === inviterId) && nowMs - joinedAtMs < newMemberMs,
  )
}

export async function insertAdmin(
  db: Db,
  admin: Pick<AdminsTable, 'email' | 'fullName' | 'role' | 'passwordHash'> & {
    inviterId?: string | null
    nowMs: number
  },
): Promise<AdminsTable> {
  const { nowMs, inviterId = null, ...values } = admin
  const id = randomUUIDv7()
  const row: AdminsTable = {
    ...values,
    id,
    emailKey: emailKeyOf(values.email),
    color: colorOf(id),
    credentialsVersion: 1,
    lostFactor: 0,
    inviterId,
    joinedAtMs: nowMs,
    createdAtMs: nowMs,
  }
  await db.insertInto('admins').values(row).execute()
  return row
}

/** Gives access again to a former admin whose row still exists. */
export async function reinstateAdmin(
  db: Db,
  id: string,
  admin: Pick<AdminsTable, 'email' | 'fullName' | 'role' | 'passwordHash' | 'inviterId' | 'joinedAtMs'>,
): Promise<AdminsTable> {
  return db
    .updateTable('admins')
    .set(admin)
    .set(nextCredentials)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateFullName(db: Db, id: string, fullName: string): Promise<AdminsTable> {
  return db.updateTable('admins').set({ fullName }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function updateEmail(db: Db, id: string, email: string): Promise<void> {
  await db
    .updateTable('admins')
    .set({ email, emailKey: emailKeyOf(email) })
    .set(nextCredentials)
    .where('id', '=', id)
    .execute()
}

export async function updateRole(db: Db, ids: string[], role: Role): Promise<void> {
  await db.updateTable('admins').set({ role }).where('id', 'in', ids).execute()
}

/** Stores the name, email address and role of admins who lose their access. */
export async function rememberFormerStaff(transaction: Transaction, ids: string[], leftAtMs: number): Promise<void> {
  const left = (await findAdmins(transaction, ids)).map(({ id, email, fullName, role }) => {
    return { id, email, fullName, role, leftAtMs }
  })
  await transaction
    .insertInto('formerAdmins')
    .values(left)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        email: ref('excluded.email'),
        fullName: ref('excluded.fullName'),
        role: ref('excluded.role'),
        leftAtMs: ref('excluded.leftAtMs'),
      })),
    )
    .execute()
}

export async function countSuperAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('admins')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('role', '=', 'super_admin')
    .executeTakeFirstOrThrow()
  return row.count
}

export async function updatePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('admins').set({ passwordHash }).set(nextCredentials).where('id', '=', id).execute()
}

/** Replaces a hash of lower cost with a new hash of the same password, unless the password has changed meanwhile. */
export async function renewPasswordHash(
  db: Db,
  id: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await db
    .updateTable('admins')
    .set({ passwordHash: after })
    .where('id', '=', id)
    .where('passwordHash', '=', before)
    .execute()
}

export async function countAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('admins')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Makes sign-ins fail that have already checked the previous credentials. */
const nextCredentials = (column: ExpressionBuilder<Tables, 'admins'>) => ({
  credentialsVersion: column('credentialsVersion', '+', 1),
})

/** Distributes admins over the avatar colours; the end of the id is its random part. */
function colorOf(id: string) {
  const index = Number.parseInt(id.slice(-6), 16) % avatarColors.length
  return avatarColors[index] ?? 'butter-honey'
}
