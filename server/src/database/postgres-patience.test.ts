import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import { openDatabase } from './open.ts'
import type { Patience } from './postgres-pool.ts'

async function openFresh(patience: Patience) {
  const fresh = await freshDatabase()
  const database = openDatabase(fresh, { patience })
  onTestFinished(async () => {
    await database.close()
    await fresh.remove()
  })
  return database
}

test('PostgreSQL ends the statements of requests before the console gives up on them, and lets long work run', async () => {
  const limitOf = async (patience: Patience) => {
    const { db } = await openFresh(patience)
    return (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statementTimeout
  }
  expect(await limitOf('short')).toBe('12s')
  expect(await limitOf('long')).toBe('0')
})

test('a statement that is ended by this limit counts as an unreachable database', async () => {
  const { db, engine } = await openFresh('short')
  const ended = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '100ms'`.execute(tx)
    await sql`select pg_sleep(60)`.execute(tx)
  })
  const error = await ended.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(engine.isUnavailable(error)).toBe(true)
})
