import { afterAll, expect, test } from 'vitest'
import { isMigrated } from '../../src/core/database/upgrade/migrate.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import { freshDatabase, testEngine } from './engines.ts'

const first = await freshDatabase()
const second = await freshDatabase()

afterAll(async () => {
  await first.remove()
  await second.remove()
})

test('every fresh database is on the engine of this run, migrated, and separate from others', async () => {
  const one = openDatabase(first)
  const other = openDatabase(second)
  try {
    expect(one.engine.name).toBe(testEngine())
    expect(await isMigrated(one)).toBe(true)
    const row = { bucket: 'only in one', id: 'one', atMs: 1, amount: 1, pendingUntilMs: 1, endsAtMs: 1 }
    await one.db.insertInto('countedUses').values(row).execute()
    expect(await one.db.selectFrom('countedUses').selectAll().execute()).toEqual([row])
    expect(await other.db.selectFrom('countedUses').selectAll().execute()).toEqual([])
  } finally {
    await one.close()
    await other.close()
  }
})
