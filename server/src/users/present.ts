import type { EndUser } from '@health-console/contract/users.ts'
import type { EndUsersTable } from '../database/tables/users.ts'

export function presentUser({ id, memberId, firstName, lastName, dateOfBirth, email }: EndUsersTable): EndUser {
  return { id, memberId, firstName, lastName, dateOfBirth, email }
}
