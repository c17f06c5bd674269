// @module-tag postgres

import { expect, test } from 'vitest'
import { foldSearch } from '@health-console/contract/values/search-text.ts'
import type { EndUsersTable } from '../../../core/database/tables/users.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { findUsers } from '../../../../testing/users/find-users.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'

const searches = 400
const characters = [...`ab77777 "'*^()+-:{}<>%_\\ANDORTEQqXxZz,;éßИ山🙂`]
const page = { offset: 0, limit: 500 }

test('each typed word is found in a name, the member ID or the id, in any order and of any length', async () => {
  const { context, ...testApp } = await buildTestApp()
  await insertUsers({ context, ...testApp }, [
    { id: '0199a000-aaaa-7000-8000-0000000000f7', firstName: 'Arjun', lastName: 'Adeyemi', memberId: 'HM-1' },
    { id: '0199a000-bbbb-7000-8000-0000000000c3', firstName: '花子', lastName: '山田', memberId: 'HM-2' },
    { id: '0199a000-cccc-7000-8000-0000000000b2', firstName: 'Zoë-Ann', lastName: "O'Brännström", memberId: 'K 33' },
  ])
  const found = async (typed: string) =>
    (await findUsers(context, typed, page)).users.map(({ id }) => id.slice(9, 10)).join('')
  for (const [typed, ids] of [
    ['adeyemi arj', 'a'],
    ['ARJ  adeyemi', 'a'],
    ['Adeyemi, Arjun', 'a'],
    ['yemi un', 'a'],
    ['adeyemi zoe', ''],
    ['子', 'b'],
    ['山 花子', 'b'],
    ['an', 'c'],
    ["'brannstrom k", 'c'],
    ['33', 'c'],
    ['00f7', 'a'],
    ['f7 hm', 'a'],
    ['0000000000C3', 'b'],
    ['00', 'acb'],
    ['hm-', 'ab'],
    ['  ', 'acb'],
    [',', ''],
  ] as const) {
    expect([typed, await found(typed)]).toEqual([typed, ids])
  }
})

test('hundreds of searches for unusual characters find exactly what the reference implementation finds', async () => {
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
    const typed = text(6)
    const found = await findUsers(testApp.context, typed, page)
    const ids = found.users.map((user) => user.id)
    const expected = users.filter((user) => isMeant(user, typed)).map((user) => user.id)
    expect([typed, ids.toSorted(), found.total]).toEqual([typed, expected.toSorted(), expected.length])
  }
})

test('a search of a hundred characters, and one of a hundred words, find the users that contain them', async () => {
  const testApp = await buildTestApp()
  const [long] = await insertUsers(testApp, [{ firstName: 'ab'.repeat(60) }, { firstName: 'b' }])
  for (const typed of ['ab'.repeat(50), 'a b'.repeat(33)]) {
    const { users, total } = await findUsers(testApp.context, typed, page)
    expect([total, users[0]?.id]).toEqual([1, long?.id])
  }
})

/** A reference implementation of the search, as simple as possible. */
function isMeant({ id, memberId, firstName, lastName }: EndUsersTable, typed: string): boolean {
  const words = foldSearch(typed)
    .split(' ')
    .map((word) => word.replace(/^,/, '').replace(/,$/, '') || word)
  return words.every((word) => [firstName, lastName, memberId, id].some((field) => foldSearch(field).includes(word)))
}
