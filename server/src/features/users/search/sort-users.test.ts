// @module-tag postgres

import { userSortKeys, type UserSortKey } from '@health-console/contract/users/users.ts'
import { expect, test } from 'vitest'
import { fold } from '../../../core/database/tables/fold.ts'
import type { EndUsersTable } from '../../../core/database/tables/users.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { findUsers } from '../../../../testing/users/find-users.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'

const orders = ['asc', 'desc'] as const

/** The sort key of a user; users without one are last. */
function keyOf(user: EndUsersTable, sort: UserSortKey): string {
  if (sort === 'memberId') {
    const [, prefix = '', digits = ''] = /^(.*?)0*([0-9]*)$/s.exec(fold(user.memberId)) ?? []
    const [, front = '', zeros = ''] = /^(.*?)(0*)$/s.exec(prefix) ?? []
    return user.memberId === ''
      ? '\u{10ffff}'
      : `${zeros ? front : prefix}${String.fromCodePoint(48 + digits.length)}${digits}`
  }
  if (sort === 'dateOfBirth') return user.dateOfBirth || '\u{10ffff}'
  return fold(user[sort]) || '\u{10ffff}'
}

const byBytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right))

/** All pages of a list, one after the other. */
async function allPages({ context }: TestApp, typed: string, order: Parameters<typeof findUsers>[3]) {
  const found: EndUsersTable[] = []
  for (;;) {
    const page = { offset: found.length, limit: 70 }
    const { users, total } = await findUsers(context, typed, page, order)
    found.push(...users)
    if (users.length === 0) return { found, total }
  }
}

async function appWithUsers() {
  const testApp = await buildTestApp()
  const random = createRandom(5)
  const first = ['Ann', 'änne', 'Zoë', 'Øystein', '', 'Bea', '李', "D'Arcy", 'Tomás'] as const
  const users = await insertUsers(
    testApp,
    Array.from({ length: 900 }, (_, index) => ({
      firstName: random.pick([...first] as [string, ...string[]]),
      lastName: random.chance(0.9) ? `Martin${random.between(1, 40)}` : '',
      memberId: random.chance(0.9) ? `${random.pick(['HM-', 'hm', 'É'])}${random.between(1, 12_000)}` : '',
      dateOfBirth: random.chance(0.9) ? `19${random.between(10, 99)}-0${random.between(1, 9)}-11` : '',
      email: `person${index}@mail.example`,
    })),
  )
  return { testApp, users }
}

test('each order applies to all pages of the list, and of searches with many or few results', async () => {
  const { testApp, users } = await appWithUsers()
  for (const typed of ['', 'martin', 'martin7']) {
    const meant = users.filter(({ lastName }) => typed === '' || fold(lastName).includes(typed))
    for (const sort of userSortKeys) {
      const ascending = meant.map((user) => keyOf(user, sort)).toSorted(byBytes)
      for (const order of orders) {
        const { found, total } = await allPages(testApp, typed, { sort, order })
        const expected = order === 'asc' ? ascending : ascending.toReversed()
        expect([typed, sort, order, total]).toEqual([typed, sort, order, meant.length])
        expect([typed, sort, order, ...found.map((user) => keyOf(user, sort))]).toEqual([
          typed,
          sort,
          order,
          ...expected,
        ])
        expect(new Set(found.map(({ id }) => id)).size).toBe(meant.length)
      }
    }
  }
})

test('[users-21] users with equal keys are in the order of last name, first name and id, on both engines', async () => {
  const testApp = await buildTestApp()
  const ids = ['a', 'B', 'b', 'A', '10', '9', 'é', 'e\u0301', 'z', '\uffee', '😀', 'a-b', 'a_b', 'a b']
  const names = ['', 'Ann', 'ÄNN', 'ann', 'Straße', 'STRASSE', 'O’Neil', "O'Neil"]
  const people = ids.map((id, index) => ({
    id,
    firstName: names[index % 3] ?? '',
    lastName: names[index % names.length] ?? '',
    memberId: ['HM-1', 'HM-01', 'hm-001'][index % 3] ?? '',
    dateOfBirth: index % 2 === 0 ? '1950-01-01' : '',
  }))
  const users = await insertUsers(testApp, people)
  const nameKey = (user: EndUsersTable) => `${keyOf(user, 'lastName')}\u001f${keyOf(user, 'firstName')}\u001f${user.id}`
  for (const sort of [undefined, ...userSortKeys]) {
    const key = (user: EndUsersTable) =>
      `${sort === undefined || sort === 'lastName' ? '' : keyOf(user, sort)}\0${nameKey(user)}`
    const meant = users.toSorted((left, right) => byBytes(key(left), key(right))).map(({ id }) => id)
    for (const order of orders) {
      const { found } = await allPages(testApp, '', { sort, order })
      expect([sort, order, found.map(({ id }) => id)]).toEqual([
        sort,
        order,
        order === 'asc' ? meant : meant.toReversed(),
      ])
    }
  }
})

test('a user who changes moves to the new position', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  await insertUsers(testApp, [
    { id: 'a', firstName: 'Ann', memberId: 'HM-9', dateOfBirth: '1950-01-01' },
    { id: 'b', firstName: 'Bea', memberId: 'HM-10', dateOfBirth: '1960-01-01' },
    { id: 'c', firstName: 'Cora', memberId: 'HM-100', dateOfBirth: '1970-01-01' },
  ])
  const ids = async (sort: UserSortKey, typed = '') =>
    (await allPages(testApp, typed, { sort, order: 'asc' })).found.map(({ id }) => id).join('')
  expect([await ids('firstName'), await ids('memberId'), await ids('dateOfBirth')]).toEqual(['abc', 'abc', 'abc'])
  await db.updateTable('endUsers').set({ dateOfBirth: '1980-01-01' }).where('id', '=', 'a').execute()
  expect([await ids('dateOfBirth'), await ids('dateOfBirth', 'hm-')]).toEqual(['bca', 'bca'])
  await db.updateTable('endUsers').set({ firstName: 'Zoë', memberId: 'HM-1000' }).where('id', '=', 'a').execute()
  expect([await ids('firstName'), await ids('memberId'), await ids('dateOfBirth')]).toEqual(['bca', 'bca', 'bca'])
  await db.updateTable('endUsers').set({ dateOfBirth: '' }).where('id', '=', 'b').execute()
  expect([await ids('dateOfBirth'), await ids('dateOfBirth', 'hm-')]).toEqual(['cab', 'cab'])
})

test('the users endpoint accepts a column and a direction, and logs the same as without', async () => {
  const testApp = await buildTestApp({ PAGE_SIZE: '2' })
  const { call } = await signedIn(testApp)
  await insertUsers(
    testApp,
    ['Cora', 'ann', 'Bea'].map((firstName) => ({ firstName })),
  )
  const names = async (query: string) =>
    (await call('GET', `/v1/users?${query}`)).json().data.map((user: EndUsersTable) => user.firstName)
  expect(await names('sort=firstName')).toEqual(['ann', 'Bea'])
  expect(await names('sort=firstName&page=2')).toEqual(['Cora'])
  expect(await names('sort=firstName&order=desc')).toEqual(['Cora', 'Bea'])
  expect((await call('GET', '/v1/users?sort=email')).json().error.fields[0].path).toBe('sort')
  expect((await call('GET', '/v1/users?sort=firstName&order=up')).json().error.fields[0].path).toBe('order')
})
