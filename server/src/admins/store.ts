import { randomUUIDv7 } from 'node:crypto'
import { avatarColors } from '@health-console/contract/admins.ts'
import type { Kysely } from 'kysely'
import type { AdminsTable, Tables } from '../database/tables.ts'

/** Addresses compare without case. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase()
}

export async function findAdminByEmail(db: Kysely<Tables>, email: string): Promise<AdminsTable | undefined> {
  return db.selectFrom('admins').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst()
}

export async function insertAdmin(
  db: Kysely<Tables>,
  admin: Pick<AdminsTable, 'email' | 'fullName' | 'role' | 'passwordHash'> & { nowMs: number },
): Promise<AdminsTable> {
  const { nowMs, ...given } = admin
  const id = randomUUIDv7()
  const row: AdminsTable = { ...given, id, emailKey: emailKeyOf(given.email), color: colorOf(id), createdAtMs: nowMs }
  await db.insertInto('admins').values(row).execute()
  return row
}

export async function updatePasswordHash(db: Kysely<Tables>, adminId: string, passwordHash: string): Promise<void> {
  await db.updateTable('admins').set({ passwordHash }).where('id', '=', adminId).execute()
}

export async function countAdmins(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('admins')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Spreads people over the avatar colours; the tail of the id is its random part. */
function colorOf(id: string) {
  const index = Number.parseInt(id.slice(-6), 16) % avatarColors.length
  return avatarColors[index] ?? 'butter-honey'
}
