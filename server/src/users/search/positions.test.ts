import { expect, test } from 'vitest'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { expectExactPages } from '../../../testing/users/expect-exact-pages.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { findPositionBefore, renewPositions } from './positions.ts'

const step = 100
const random = createRandom(7)
// Many people share a name: they are told apart by the id alone.
const anyUser = () => ({
  lastName: `name${Math.max(0, random.between(-20, 20))}`,
  firstName: `given${random.between(0, 2)}`,
})

test('pages in the middle stay exact while users come, change their names and go', async () => {
  const testApp = await buildTestApp()
  const { db, engine } = testApp.context
  await insertUsers(testApp, Array.from({ length: 3_000 }, anyUser))
  await renewPositions(testApp.context, step)

  await expectExactPages(testApp)
  await insertUsers(testApp, Array.from({ length: 60 }, anyUser))
  await db.deleteFrom('endUsers').where('id', 'like', '%7').where('lastName', '>', 'name15').execute()
  await db.updateTable('endUsers').set({ lastName: 'moved' }).where('id', 'like', '%33').execute()
  await db.updateTable('endUsers').set({ email: 'x@people.test' }).where('id', 'like', '%9').execute()
  await expectExactPages(testApp)

  // what is not committed while the places are counted is not lost
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('endUsers').where('id', 'like', '%8').where('lastName', '=', 'name3').execute()
    await transaction.updateTable('endUsers').set({ lastName: 'a' }).where('id', 'like', '%44').execute()
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  if (engine.countsPlaces) {
    await insertUsers(testApp, Array.from({ length: 200 }, anyUser))
    await renewPositions(testApp.context, step)
  }
  mayEnd.resolve()
  await late
  await expectExactPages(testApp)
  if (engine.countsPlaces) expect((await findPositionBefore(db, 1_500))?.position).toBeGreaterThan(1_500 - 2 * step)
})
