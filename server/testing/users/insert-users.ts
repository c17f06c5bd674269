import { unknownUser } from '@health-console/contract/users/users.ts'
import type { EndUsersTable } from '../../src/core/database/tables/users.ts'
import type { TestApp } from '../build-app.ts'

let count = 0
/** Even users with long names are inserted within the time limit of a statement, however busy the machine is. */
const insertAtOnce = 50

/** Inserts users as the product writes them: with plain inserts into its table. */
export async function insertUsers(
  { context }: TestApp,
  values: readonly Partial<EndUsersTable>[],
): Promise<EndUsersTable[]> {
  const rows = values.map((user) => {
    count += 1
    const id = `0199a000-0000-7000-8000-${String(count).padStart(12, '0')}`
    return { id, ...unknownUser, ...user }
  })
  for (let start = 0; start < rows.length; start += insertAtOnce) {
    await context.db
      .insertInto('endUsers')
      .values(rows.slice(start, start + insertAtOnce))
      .execute()
  }
  return rows
}
