import { expect } from 'vitest'
import type { EndUsersTable } from '../../src/database/tables/users.ts'
import { findUsers } from '../../src/users/search/find-users.ts'
import { parseUserSearch } from '../../src/users/search/parse-search.ts'
import type { TestApp } from '../build-app.ts'

/** Compares pages in the middle of the list, and of a search for `name`, with all users in their plain order. */
export async function expectExactPages({ context }: TestApp) {
  const users = await context.db.selectFrom('endUsers').selectAll().execute()
  const key = ({ lastName, firstName, id }: EndUsersTable) => `${lastName}\u001f${firstName}\u001f${id}`
  const expected = users.map(key).toSorted((one, other) => (one < other ? -1 : 1))
  for (const order of ['asc', 'desc'] as const) {
    for (let offset = 990; offset < 2_100; offset += 101) {
      const found = await findUsers(context, undefined, { offset, limit: 20 }, { order })
      const sorted = order === 'asc' ? expected : expected.toReversed()
      expect(found.users.map(key)).toEqual(sorted.slice(offset, offset + 20))
    }
    // The search finds nearly all users.
    for (const offset of [0, 40]) {
      const found = await findUsers(context, parseUserSearch('name'), { offset, limit: 20 }, { order })
      const hits = (order === 'asc' ? expected : expected.toReversed()).filter((each) => each.includes('name'))
      expect([found.total, ...found.users.map(key)]).toEqual([hits.length, ...hits.slice(offset, offset + 20)])
    }
  }
}
