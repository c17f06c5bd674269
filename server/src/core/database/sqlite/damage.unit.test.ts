import { closeSync, copyFileSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteConsole } from '../../../../testing/engines/sqlite-console.ts'
import { openDatabase } from '../open.ts'
import { watchDamage } from './damage.ts'
import { createSqliteReader } from './reader.ts'

/** A task that the thread has under this name. */
const listUsers = { name: 'list-users', read: async () => undefined }

/** Overwrites the first page of a table, and returns a function that puts it back. */
async function damage(
  { db, dataDir }: Awaited<ReturnType<typeof openSqliteConsole>>,
  table: string,
): Promise<() => void> {
  const { rows } = await sql<{ rootpage: number; size: number }>`
    select rootpage, (select page_size from pragma_page_size) as size from sqlite_schema
    where name = ${table}`.execute(db)
  const [{ rootpage, size } = { rootpage: 0, size: 0 }] = rows
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const before = Buffer.alloc(size)
  const write = (page: Buffer) => {
    const file = openSync(path.join(dataDir, 'console.db'), 'r+')
    if (page !== before) readSync(file, before, 0, size, (rootpage - 1) * size)
    writeSync(file, page, 0, size, (rootpage - 1) * size)
    closeSync(file)
  }
  write(Buffer.alloc(size, 0x5a))
  return () => write(before)
}

test('damage that a request meets is reported until a check of the whole file finds none', async () => {
  const console = await openSqliteConsole()
  const checker = createSqliteReader(console.dataDir)
  onTestFinished(() => checker.close())
  let nowMs = 0
  const watched = watchDamage(checker, () => nowMs)
  const repair = await damage(console, 'end_users')
  expect(watched.find()).toBeUndefined()
  const { db, close } = openDatabase({ dataDir: console.dataDir, databaseUrl: undefined })
  onTestFinished(close)
  const read = () => db.selectFrom('endUsers').selectAll().execute()
  await read().then(
    () => expect.unreachable(),
    (error: unknown) => watched.noteError(error),
  )
  expect(watched.find()).toBe('database disk image is malformed')
  // The check replaces the message of the request by what it found.
  await expect.poll(() => watched.find(), { timeout: 60_000 }).toMatch(/page|malformed/)
  repair()
  expect(watched.find()).toBeDefined()
  nowMs += 61_000
  await expect.poll(() => watched.find(), { timeout: 60_000 }).toBeUndefined()
})

test.for(['here', 'in a thread'])('an engine whose query meets damage %s is in trouble', async (place) => {
  const console = await openSqliteConsole()
  await damage(console, 'user_counts')
  // Its first connection has the page in its cache.
  const { db, engine, close } = openDatabase({ dataDir: console.dataDir, databaseUrl: undefined })
  onTestFinished(close)
  expect(await engine.findTrouble(db)).toBeUndefined()
  const read =
    place === 'here'
      ? sql`select amount from user_counts`.execute(db)
      : engine.readLong(db, listUsers, { page: { limit: 1, offset: 1 }, order: { order: 'asc' } })
  await expect(read).rejects.toThrow('malformed')
  expect(await engine.findTrouble(db)).toEqual({
    reason: expect.stringMatching(/^the database is damaged \(.*\)\. Stop the server, keep a copy of it, and restore/),
  })
})

test('an engine whose file is deleted, moved or replaced is in trouble until the file is back', async () => {
  const { db, engine, dataDir } = await openSqliteConsole()
  const [file, moved] = [path.join(dataDir, 'console.db'), path.join(dataDir, 'moved.db')]
  const find = () => engine.findTrouble(db)
  renameSync(file, moved)
  expect(await find()).toEqual({ reason: expect.stringContaining(`${file} was deleted, moved or replaced`) })
  copyFileSync(moved, file)
  expect(await find()).toBeDefined()
  renameSync(moved, file)
  expect(await find()).toBeUndefined()
})
