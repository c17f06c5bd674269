import type { Db } from '../database/tables.ts'

export type StaffName = { id: string; name: string; hasLeft: boolean }

/** Everyone who has, or had, access, by name. @param ids only these */
export async function listStaffNames(db: Db, ids?: string[]): Promise<StaffName[]> {
  let present = db.selectFrom('admins').select(['id', 'fullName', 'role'])
  let former = db.selectFrom('formerAdmins').select(['id', 'fullName'])
  if (ids) {
    if (ids.length === 0) return []
    present = present.where('id', 'in', ids)
    former = former.where('id', 'in', ids)
  }
  const names = new Map<string, StaffName>()
  for (const { id, fullName } of await former.execute()) names.set(id, { id, name: fullName, hasLeft: true })
  for (const { id, fullName, role } of await present.execute()) {
    names.set(id, { id, name: fullName, hasLeft: role === 'user' })
  }
  return [...names.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}
