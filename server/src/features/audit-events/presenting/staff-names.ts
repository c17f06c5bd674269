import type { AvatarColor } from '@health-console/contract/staff/admins.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import type { Db } from '../../../core/database/tables.ts'

export type StaffName = { id: string; name: string; hasLeft: boolean; isService: boolean; color?: AvatarColor }

/** The names of everyone who has, or had, access, including service accounts. @param ids only these */
export async function listStaffNames(db: Db, ids?: string[]): Promise<StaffName[]> {
  let present = db.selectFrom('admins').select(['id', 'fullName', 'email', 'role', 'color'])
  let former = db.selectFrom('formerAdmins').select(['id', 'fullName', 'email'])
  let services = db.selectFrom('serviceAccounts').select(['id', 'name', 'endedAtMs'])
  if (ids) {
    if (ids.length === 0) return []
    present = present.where('id', 'in', ids)
    former = former.where('id', 'in', ids)
    services = services.where('id', 'in', ids)
  }
  const names = new Map<string, StaffName>()
  for (const { id, fullName, email } of await former.execute()) {
    names.set(id, { id, name: shownName(fullName, email), hasLeft: true, isService: false })
  }
  for (const { id, fullName, email, role, color } of await present.execute()) {
    names.set(id, {
      id,
      name: shownName(fullName, email),
      hasLeft: role === 'user',
      isService: false,
      ...(role !== 'user' && { color }),
    })
  }
  for (const { id, name, endedAtMs } of await services.execute()) {
    names.set(id, { id, name: `${name} (service account)`, hasLeft: endedAtMs !== null, isService: true })
  }
  return [...names.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}
