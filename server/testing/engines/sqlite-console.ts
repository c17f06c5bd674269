import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/core/database/open.ts'
import { migrate } from '../../src/core/database/upgrade/migrate.ts'

/** The database of a new console on SQLite, in a folder of its own until the test ends. */
export async function openSqliteConsole() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  const database = openDatabase({ dataDir, databaseUrl: undefined })
  onTestFinished(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await migrate(database)
  return { ...database, dataDir }
}
