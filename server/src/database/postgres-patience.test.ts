import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/engines.ts'
import { faultRounds } from '../testing/fault-rounds.ts'
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

test('the server ends the statements of requests before they are given up, and lets long work run', async () => {
  const limitOf = async (patience: Patience) => {
    const { db } = await openFresh(patience)
    return (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statementTimeout
  }
  expect(await limitOf('short')).toBe('12s')
  expect(await limitOf('long')).toBe('0')
})

test.skipIf(faultRounds < 10)('a long statement is ended for a request, and not for long work', async () => {
  const long = await openFresh('long')
  const short = await openFresh('short')
  const sleep = sql`select pg_sleep(20)`
  const [worked, refused] = await Promise.allSettled([sleep.execute(long.db), sleep.execute(short.db)])
  expect(worked.status).toBe('fulfilled')
  expect(refused.status === 'rejected' && short.engine.isUnavailable(refused.reason)).toBe(true)
})
