import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { expectExactPages } from '../../../testing/users/expect-exact-pages.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import type { Db } from '../../database/tables.ts'
import { findPositionBefore, renewPositions } from './positions.ts'

const step = 100

test('changes of very many leave few notes, and pages are exact before and after the places are counted', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  await insertUsers(
    testApp,
    Array.from({ length: 3_000 }, (_, index) => ({ lastName: `name${index % 7}` })),
  )
  await renewPositions(testApp.context, step)
  // six thousand changes each
  const renameAll = (of: Db, letter: string) =>
    of
      .updateTable('endUsers')
      .set({ lastName: sql`${letter} || last_name` })
      .execute()
  async function expectNotes(amount: number, isPlaceKnown: boolean) {
    await expectExactPages(testApp)
    const { rows } = await sql<{ notes: number }>`select count(*) as notes from user_position_changes`.execute(db)
    expect(rows).toEqual([{ notes: amount }])
    expect((await findPositionBefore(db, 1_500)) !== undefined).toBe(isPlaceKnown)
  }

  await expectNotes(0, true)
  await renameAll(db, 'k')
  await renameAll(db, 'm')
  await expectNotes(6_001, false)

  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.transaction().execute(async (transaction) => {
    await renameAll(transaction, 'p')
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  await renewPositions(testApp.context, step)
  await expectNotes(0, true)
  mayEnd.resolve()
  await late
  await expectNotes(1, false)
  await renewPositions(testApp.context, step)
  await expectNotes(0, true)
})
