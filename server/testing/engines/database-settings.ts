import { existsSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'

/** The location of a new database, or a config that was read. */
type Database = {
  dataDir: string
  databaseUrl: string | undefined
  directUrl?: string
  databaseDirectUrl?: string | undefined
}

/** Creates a master key in a data directory that has none. */
export function giveKey(dataDir: string): string {
  const keyFile = path.join(dataDir, 'secret.key')
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  return keyFile
}

/** The settings for a test's database. The master key, which PostgreSQL requires, is in its data directory. */
export function databaseSettings(database: Database): Record<string, string> {
  const { dataDir, databaseUrl } = database
  if (databaseUrl === undefined) return { DATA_DIR: dataDir }
  const directUrl = database.directUrl ?? database.databaseDirectUrl ?? databaseUrl
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(directUrl !== databaseUrl && { DATABASE_DIRECT_URL: directUrl }),
    SECRET_KEY_FILE: giveKey(dataDir),
  }
}
