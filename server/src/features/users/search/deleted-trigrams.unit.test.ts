import { unknownUser } from '@health-console/contract/users/users.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../core/database/upgrade/migrate.ts'
import { openDatabase } from '../../../core/database/open.ts'

const trigrams = ['xqz', 'yqv', 'kqj']

test('the file of the embedded database contains no trigram of a user who was renamed or deleted', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = openDatabase({ dataDir, databaseUrl: undefined })
  onTestFinished(() => database.close())
  await migrate(database)
  const { db, engine } = database
  const insert = (id: string, lastName: string) =>
    db
      .insertInto('endUsers')
      .values({ ...unknownUser, id, lastName })
      .execute()
  const found = async () => {
    const overwrite = await engine.noteDeletion(db)
    expect(await overwrite()).toEqual({ isDone: true })
    const bytes = readFileSync(path.join(dataDir, 'console.db'))
    return trigrams.filter((each) => bytes.includes(each))
  }
  for (let index = 0; index < 200; index += 1) await insert(`a${index}`, `Other ${index}`)
  await insert('b', 'Xqz')
  await insert('c', 'Yqv')
  await insert('d', 'Kqj')
  for (let index = 0; index < 200; index += 1) await insert(`e${index}`, `Other ${index}`)
  expect(await found()).toEqual(trigrams)
  await db.updateTable('endUsers').set({ lastName: 'Other' }).where('id', '=', 'b').execute()
  await db.deleteFrom('endUsers').where('id', '=', 'c').execute()
  await db
    .replaceInto('endUsers')
    .values({ ...unknownUser, id: 'd' })
    .execute()
  expect(await found()).toEqual([])
})
