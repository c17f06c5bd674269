import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqliteConsole } from '../../../../testing/engines/sqlite-console.ts'

async function openConsole() {
  const database = await openSqliteConsole()
  return {
    ...database,
    file: path.join(database.dataDir, 'console.db'),
    trouble: () => database.engine.findTrouble(database.db),
  }
}

test('an engine whose disk rejects a write is in trouble until it accepts one, and the error is temporary', async () => {
  const { db, engine, trouble } = await openConsole()
  expect(await trouble()).toBeUndefined()
  // SQLite reports this like a file system that became read-only.
  await sql`pragma query_only = on`.execute(db)
  const error: unknown = await db
    .deleteFrom('endUsers')
    .execute()
    .catch((reason: unknown) => reason)
  expect([engine.isUnavailable(error), engine.isFull(error)]).toEqual([true, false])
  expect(await trouble()).toEqual({
    reason: expect.stringMatching(/^the disk rejects writes \(attempt to write a readonly database\): .*Check it/),
  })
  await sql`pragma query_only = off`.execute(db)
  expect(await trouble()).toBeUndefined()
})
