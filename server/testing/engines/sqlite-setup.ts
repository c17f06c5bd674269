import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/core/database/upgrade/migrate.ts'
import { openDatabase } from '../../src/core/database/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database file. Absent in the project that runs on PostgreSQL. */
    sqlite: { template: string }
  }
}

/** Creates, once per run, one migrated database that every test gets a copy of. */
export default async function setUpSqlite(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-template-'))
  const database = openDatabase({ databaseUrl: undefined, dataDir }, { timeouts: 'long' })
  await migrate(database)
  await database.close()
  project.provide('sqlite', { template: path.join(dataDir, 'console.db') })
  return () => rmSync(dataDir, { recursive: true, force: true })
}
