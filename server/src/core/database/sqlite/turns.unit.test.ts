import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteConsole } from '../../../../testing/engines/sqlite-console.ts'
import { lockFromOutside } from '../../../../testing/engines/lock-sqlite.ts'
import { DatabaseLockedError } from '../locked-error.ts'

async function openConsole() {
  const database = await openSqliteConsole()
  const { db } = database
  const write = (id: number) => db.insertInto('roomTrial').values({ id, content: 'x' }).execute()
  const ids = async () => (await db.selectFrom('roomTrial').select('id').orderBy('id').execute()).map(({ id }) => id)
  return { ...database, write, ids }
}

test('while another program writes, reads succeed and the thread stays free, and changes succeed afterwards', async () => {
  const { db, engine, dataDir, write, ids } = await openConsole()
  await write(1)
  const { pid, release } = await lockFromOutside(dataDir)
  onTestFinished(release)
  let isDone = false
  const changes = Promise.all([
    write(2),
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('roomTrial').values({ id: 3, content: 'x' }).execute()
    }),
    write(4),
  ]).finally(() => (isDone = true))
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await ids()).toEqual([1])
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await sleep(5)
  }
  expect(isDone).toBe(false)
  const startedAtMs = Date.now()
  const trouble = await engine.findTrouble(db)
  expect(trouble?.sinceMs).toBeLessThanOrEqual(startedAtMs)
  if (process.platform === 'linux') expect(trouble?.reason).toContain(`(process ${pid}) is writing to it`)
  await release()
  await changes
  expect(await ids()).toEqual([1, 2, 3, 4])
  expect(await engine.findTrouble(db)).toBeUndefined()
})

test('a locked database is noticed although this process writes nothing', async () => {
  const { db, engine, dataDir } = await openConsole()
  expect(await engine.findTrouble(db)).toBeUndefined()
  const { release } = await lockFromOutside(dataDir)
  onTestFinished(release)
  expect(await engine.findTrouble(db)).toMatchObject({ reason: expect.stringContaining('the database is locked') })
  await release()
  expect(await engine.findTrouble(db)).toBeUndefined()
})

test('a transaction of this process is no reason to report the database as locked', async () => {
  const { db, engine } = await openConsole()
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('roomTrial').values({ id: 1, content: 'x' }).execute()
    expect(await engine.findTrouble(db)).toBeUndefined()
  })
})

test('callers give up after ten seconds, counted from the call, and leave the others in their order', async () => {
  const { db, engine, dataDir, write, ids } = await openConsole()
  const { release } = await lockFromOutside(dataDir)
  onTestFinished(release)
  const startedAt = performance.now()
  const settled = await Promise.allSettled([write(1), db.transaction().execute(async () => {}), write(3)])
  const tookMs = performance.now() - startedAt
  for (const result of settled) {
    const error = result.status === 'rejected' ? result.reason : undefined
    expect(error).toBeInstanceOf(DatabaseLockedError)
    expect(engine.isUnavailable(error)).toBe(true)
  }
  expect(tookMs).toBeGreaterThan(9_900)
  const late = [write(4), write(5)]
  await release()
  await Promise.all(late)
  expect(await ids()).toEqual([4, 5])
})

test('what fails inside a transaction is rolled back and not repeated', async () => {
  const { db, dataDir, write, ids } = await openConsole()
  let attempts = 0
  const work = db.transaction().execute(async (transaction) => {
    attempts += 1
    await transaction.insertInto('roomTrial').values({ id: 1, content: 'x' }).execute()
    using other = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 0 })
    other.exec('begin immediate')
  })
  await expect(work).rejects.toThrow('locked')
  expect([attempts, await ids()]).toEqual([1, []])
  await write(2)
  expect(await ids()).toEqual([2])
})
