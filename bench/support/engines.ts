import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostgresBinaries } from '../../server/testing/postgres-binaries.ts'
import { startPrivatePostgres } from '../../server/testing/private-postgres.ts'

export type BenchDatabase = { dataDir: string; databaseUrl: string | undefined }

/** Does the work on an empty SQLite, then on an empty private PostgreSQL (which does not wait for the disk). */
export async function onEachEngine(work: (engine: string, database: BenchDatabase) => Promise<void>): Promise<void> {
  const dataDirs = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'console-bench-')))
  const [forSqlite = '', forPostgres = ''] = dataDirs
  try {
    await work('SQLite    ', { dataDir: forSqlite, databaseUrl: undefined })
    const binaries = findPostgresBinaries()
    if (!binaries) return console.log('PostgreSQL: not installed, left out')
    const postgres = await startPrivatePostgres(binaries)
    try {
      await work('PostgreSQL', { dataDir: forPostgres, databaseUrl: postgres.url })
    } finally {
      await postgres.stop()
    }
  } finally {
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true })
  }
}
