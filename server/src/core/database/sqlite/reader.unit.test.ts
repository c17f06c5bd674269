import { unknownUser } from '@health-console/contract/users/users.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listUsersTask, scanUsersTask } from '../../../features/users/search/find-users.ts'
import { migrate } from '../upgrade/migrate.ts'
import { openDatabase } from '../open.ts'
import { createSqliteReader } from './reader.ts'

const everyone = { words: [], page: { offset: 0, limit: 20 }, order: { order: 'asc' } as const }
const none = { total: 0, users: [] }

test('each of many concurrent reads gets its own result', async () => {
  const { database, reader } = await freshReader()
  const users = ['Ada', 'Bob', 'Cleo'].map((firstName, index) => ({ ...unknownUser, id: String(index), firstName }))
  await database.db.insertInto('endUsers').values(users).execute()
  const texts = Array.from({ length: 60 }, (_, index) => ['ada', 'bob', 'cleo'][index % 3] ?? '')
  const found = await Promise.all(texts.map((text) => reader.read(scanUsersTask, { ...everyone, words: [text] })))
  expect(found.map(({ users: [user] }) => user?.firstName.toLowerCase())).toEqual(texts)
})

test('an error keeps its code, and the next read succeeds', async () => {
  const { database, reader } = await freshReader()
  await database.db.schema.alterTable('userCounts').renameTo('elsewhere').execute()
  await expect(reader.read(listUsersTask, everyone)).rejects.toMatchObject({
    message: 'no such table: user_counts',
    errcode: 1,
  })
  await database.db.schema.alterTable('elsewhere').renameTo('userCounts').execute()
  expect(await reader.read(listUsersTask, everyone)).toEqual(none)
})

test('a read fails without a database, and works once there is one', async () => {
  const dataDir = folder()
  const reader = createSqliteReader(dataDir)
  onTestFinished(() => reader.close())
  await expect(reader.read(listUsersTask, everyone)).rejects.toThrow('unable to open database file')
  const database = openDatabase({ dataDir, databaseUrl: undefined })
  await migrate(database)
  expect(await reader.read(listUsersTask, everyone)).toEqual(none)
  await database.close()
})

test('a cancelled scan ends before it has read all users, and the next one finds them', async () => {
  const { database, reader } = await freshReader()
  const users = Array.from({ length: 5_000 }, (_, index) => ({ ...unknownUser, id: `u${index}` }))
  for (let start = 0; start < users.length; start += 500) {
    await database.db
      .insertInto('endUsers')
      .values(users.slice(start, start + 500))
      .execute()
  }
  const gone = new AbortController()
  const scan = reader.scan(scanUsersTask, { ...everyone, words: ['u'] }, gone.signal)
  // This happens before the thread has received the message.
  gone.abort(new Error('gone'))
  await expect(scan).rejects.toThrow('gone')
  const next = await reader.scan(scanUsersTask, { ...everyone, words: ['u'] }, new AbortController().signal)
  expect(next.total).toBe(5_000)
})

test('the error for a task that the thread does not know contains its name', async () => {
  const { reader } = await freshReader()
  const unknown = { ...listUsersTask, name: 'unknown' }
  await expect(reader.read(unknown, everyone)).rejects.toThrow('The reading thread has no task unknown.')
})

function folder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function freshReader() {
  const dataDir = folder()
  const database = openDatabase({ dataDir, databaseUrl: undefined })
  await migrate(database)
  const reader = createSqliteReader(dataDir)
  onTestFinished(async () => {
    await reader.close()
    await database.close()
  })
  return { database, reader }
}
