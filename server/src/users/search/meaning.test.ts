import { expect, test } from 'vitest'
import { fold } from '../../database/tables/fold.ts'
import type { EndUsersTable } from '../../database/tables/users.ts'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { findUsers } from './find-users.ts'
import { parseUserSearch, type UserSearch } from './parse-search.ts'

const searches = 250
const characters = [...`ab77777 "'*^()+-:{}<>%_\\ANDORTEQqXxZz,;éßИ山🙂`]

test('hundreds of searches for odd characters find exactly what the reference implementation finds', async () => {
  const testApp = await buildTestApp()
  const random = createRandom(99)
  const text = (longest: number) =>
    Array.from({ length: random.between(0, longest) }, () => characters[random.between(0, characters.length - 1)]).join(
      '',
    )
  const users = await insertUsers(
    testApp,
    Array.from({ length: 200 }, (_, index) => ({
      id: `u${index}`,
      memberId: text(5),
      firstName: text(8),
      lastName: text(8),
    })),
  )
  for (let round = 0; round < searches; round += 1) {
    const typed = text(5)
    const search = parseUserSearch(typed)
    const found = await findUsers(testApp.context, search, { offset: 0, limit: users.length })
    const ids = found.users.map((user) => user.id)
    const expected = users.filter((user) => search === undefined || isMeant(user, search)).map((user) => user.id)
    expect([typed, ids.toSorted(), found.total]).toEqual([typed, expected.toSorted(), expected.length])
  }
})

/** A reference implementation of the search, as simple as possible. */
function isMeant({ id, memberId, firstName, lastName }: EndUsersTable, search: UserSearch): boolean {
  if (id.toLowerCase().startsWith(search.idPrefix)) return true
  if (search.matches === 'anywhere') {
    return [`${firstName} ${lastName}`, memberId].some((name) => fold(name).includes(search.text))
  }
  const words = [firstName, lastName, memberId].flatMap((name) => fold(name).split(/[ -]/))
  return search.text !== '' && words.some((word) => word.startsWith(search.text))
}
