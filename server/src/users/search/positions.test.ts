import { expect, test } from 'vitest'
import type { EndUsersTable } from '../../database/tables/users.ts'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { findUsers } from './find-users.ts'
import { parseUserSearch } from './parse-search.ts'
import { findPositionBefore, renewPositions } from './positions.ts'

const step = 100
const random = createRandom(7)
// Many people share a name: they are told apart by the id alone.
const somebody = () => ({
  lastName: `name${Math.max(0, random.between(-20, 20))}`,
  firstName: `given${random.between(0, 2)}`,
})

test('pages in the middle stay exact while users come, change their names and go', async () => {
  const testApp = await buildTestApp()
  const { db, engine } = testApp.context
  await insertUsers(testApp, Array.from({ length: 3_000 }, somebody))
  await renewPositions(testApp.context, step)

  async function expectExactPages() {
    const users = await db.selectFrom('endUsers').selectAll().execute()
    const key = ({ lastName, firstName, id }: EndUsersTable) => `${lastName}\u001f${firstName}\u001f${id}`
    const expected = users.map(key).toSorted((one, other) => (one < other ? -1 : 1))
    for (const order of ['asc', 'desc'] as const) {
      for (let offset = 990; offset < 2_100; offset += 101) {
        const found = await findUsers(testApp.context, undefined, { offset, limit: 20 }, { order })
        const sorted = order === 'asc' ? expected : expected.toReversed()
        expect(found.users.map(key)).toEqual(sorted.slice(offset, offset + 20))
      }
      // Nearly everybody: what is known of such a search follows the same changes.
      for (const offset of [0, 40]) {
        const found = await findUsers(testApp.context, parseUserSearch('name'), { offset, limit: 20 }, { order })
        const hits = (order === 'asc' ? expected : expected.toReversed()).filter((each) => each.includes('name'))
        expect([found.total, ...found.users.map(key)]).toEqual([hits.length, ...hits.slice(offset, offset + 20)])
      }
    }
  }

  await expectExactPages()
  await insertUsers(testApp, Array.from({ length: 60 }, somebody))
  await db.deleteFrom('endUsers').where('id', 'like', '%7').where('lastName', '>', 'name15').execute()
  await db.updateTable('endUsers').set({ lastName: 'moved' }).where('id', 'like', '%33').execute()
  await db.updateTable('endUsers').set({ email: 'x@people.test' }).where('id', 'like', '%9').execute()
  await expectExactPages()

  // what is not committed while the places are counted is not lost
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('endUsers').where('id', 'like', '%8').where('lastName', '=', 'name3').execute()
    await transaction.updateTable('endUsers').set({ lastName: 'a' }).where('id', 'like', '%44').execute()
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  if (!engine.readAside) {
    await insertUsers(testApp, Array.from({ length: 200 }, somebody))
    await renewPositions(testApp.context, step)
  }
  mayEnd.resolve()
  await late
  await expectExactPages()
  if (!engine.readAside) expect((await findPositionBefore(db, 1_500))?.position).toBeGreaterThan(1_500 - 2 * step)
})
