// @module-tag postgres

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

test('a read does not wait for a transaction, and sees what was committed before it', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  await insertUsers(testApp, [{ id: 'a' }])
  const ids = (from = db) => from.selectFrom('endUsers').select('id').orderBy('id').execute()
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('endUsers').execute()
    expect(await ids(transaction)).toEqual([])
    expect(await ids()).toEqual([{ id: 'a' }])
  })
  expect(await ids()).toEqual([])
})

test('transactions and single statements that write run one after another, also after a failed one', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  await insertUsers(testApp, [{ id: 'a', lastName: 'x' }])
  const append = (letter: string, from = db) =>
    from
      .updateTable('endUsers')
      .set({ lastName: sql<string>`last_name || ${letter}` })
      .execute()
  const work = [
    db.transaction().execute(async (transaction) => {
      await append('1', transaction)
      await append('2', transaction)
    }),
    append('3'),
    db.transaction().execute(async (transaction) => {
      await append('!', transaction)
      throw new Error('rolled back')
    }),
    append('4'),
  ]
  expect((await Promise.allSettled(work)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  const { lastName } = await db.selectFrom('endUsers').select('lastName').executeTakeFirstOrThrow()
  expect([...(lastName ?? '')].toSorted().join('')).toBe('1234x')
})
