import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { type FoundUsers, ownOrder as order } from '../users/search/parse-search.ts'
import { createSqliteReader } from './sqlite-reader.ts'

const page = { offset: 0, limit: 20 }
const search = new URL('../users/search/sqlite.ts', import.meta.url)

test('each of many concurrent questions gets its own answer', async () => {
  const { database, reader } = await freshReader()
  const users = ['Ada', 'Bob', 'Cleo'].map((firstName, index) => ({ ...nobody, id: String(index), firstName }))
  await database.db.insertInto('endUsers').values(users).execute()
  const read = (text: string): Promise<FoundUsers> =>
    reader.read(search, { search: { text, matches: 'anywhere', idPrefix: text }, page, order })
  const texts = Array.from({ length: 60 }, (_, index) => ['ada', 'bob', 'cleo'][index % 3] ?? '')
  const found = await Promise.all(texts.map(read))
  expect(found.map(({ users: [user] }) => user?.firstName.toLowerCase())).toEqual(texts)
})

test('an error keeps its code, and the next question is answered', async () => {
  const { database, reader } = await freshReader()
  await database.db.schema.alterTable('userCounts').renameTo('elsewhere').execute()
  await expect(reader.read(search, { search: undefined, page, order })).rejects.toMatchObject({
    message: 'no such table: user_counts',
    errcode: 1,
  })
  await database.db.schema.alterTable('elsewhere').renameTo('userCounts').execute()
  expect(await reader.read(search, { search: undefined, page, order })).toEqual({ total: 0, users: [] })
})

test('without a database it fails, and works once there is one', async () => {
  const dataDir = folder()
  const reader = createSqliteReader(dataDir)
  onTestFinished(() => reader.close())
  await expect(reader.read(search, { search: undefined, page, order })).rejects.toThrow('unable to open database file')
  const database = openDatabase({ dataDir, databaseUrl: undefined })
  await migrate(database)
  expect(await reader.read(search, { search: undefined, page, order })).toEqual({ total: 0, users: [] })
  await database.close()
})

const nobody = { memberId: '', firstName: '', lastName: '', dateOfBirth: '', email: '' }

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
