import type { EndUsersTable } from '../database/tables/users.ts'

/** The columns of an end user, for the single user, the list, both searches and the import. */
export const userColumns = [
  'id',
  'memberId',
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
] as const satisfies readonly (keyof EndUsersTable)[]

/** Fails to compile when a column of the table is missing above. */
type Missing = Exclude<keyof EndUsersTable, (typeof userColumns)[number]>
true satisfies Missing extends never ? true : Missing
