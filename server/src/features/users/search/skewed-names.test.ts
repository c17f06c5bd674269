// @module-tag postgres

import { expect, test } from 'vitest'
import { fold } from '../../../core/database/tables/fold.ts'
import { type EndUsersTable, userColumns } from '../../../core/database/tables/users.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { findUsers } from '../../../../testing/users/find-users.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'

const limit = 250
const random = createRandom(17)
/** 40 % have one surname, and many of these one first name; the others differ only after the twelfth letter. */
const anyUser = () =>
  random.chance(0.4)
    ? { lastName: 'Nguyễn', firstName: random.pick(['Anh', 'Anh', 'An', 'Bao', 'Anhh']), memberId: 'HM-7' }
    : {
        lastName: random.pick(['Abcdefghijkl', 'Abcdefghijkm', 'Nguyetn', '阮文', '']),
        firstName: random.pick(['', 'A']),
      }

test('if very many users share a name, every page is that of the plain order, while users are added, changed and removed', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  const last = '\u{10ffff}'
  const key = (user: EndUsersTable) =>
    Buffer.from([fold(user.lastName) || last, fold(user.firstName) || last, user.id].join('\u001f'))

  async function expectPlainOrder(searches: string[]) {
    const users = (await db.selectFrom('endUsers').selectAll().execute()).toSorted((a, b) =>
      Buffer.compare(key(a), key(b)),
    )
    for (const typed of searches) {
      const isHit = ({ firstName, lastName }: EndUsersTable) => fold(`${firstName} ${lastName}`).includes(typed)
      const hits = users.filter(isHit).map(({ id }) => id)
      for (const order of ['asc', 'desc'] as const) {
        const expected = order === 'asc' ? hits : hits.toReversed()
        for (let offset = 0; offset < expected.length; offset += limit - 3) {
          const page = { offset, limit }
          const found = await findUsers(testApp.context, typed, page, { order })
          expect([typed, order, offset, found.total]).toEqual([typed, order, offset, expected.length])
          expect(found.users.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit))
        }
      }
    }
  }

  await insertUsers(testApp, Array.from({ length: 1_500 }, anyUser))
  await expectPlainOrder(['', 'nguyen', 'ng'])
  await db.deleteFrom('endUsers').where('id', 'like', '%3').execute()
  await db.updateTable('endUsers').set({ firstName: 'Anh' }).where('id', 'like', '%07').execute()
  await db.updateTable('endUsers').set({ lastName: 'Abcdefghijkl' }).where('id', 'like', '%14').execute()
  await expectPlainOrder(['', 'nguyen'])
  await insertUsers(testApp, Array.from({ length: 200 }, anyUser))
  await db.updateTable('endUsers').set({ lastName: 'Nguyen', firstName: 'Anh' }).where('id', 'like', '%14').execute()
  await expectPlainOrder(['', 'nguyen', 'abcdefghijk'])
  // These are the same users, written again.
  const again = await db.selectFrom('endUsers').select(userColumns).where('lastName', '=', 'Nguyễn').execute()
  await db.deleteFrom('endUsers').where('lastName', '=', 'Nguyễn').execute()
  await expectPlainOrder(['abcdefghijk'])
  await insertUsers(testApp, again.toReversed())
  await expectPlainOrder(['', 'nguyen', 'abcdefghijk'])
})
