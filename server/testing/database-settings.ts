import { existsSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'

type Database = { dataDir: string; databaseUrl: string | undefined; directUrl?: string }

/** The settings for a test's database. The master key, which PostgreSQL requires, is in its data directory. */
export function databaseSettings({ dataDir, databaseUrl, directUrl = databaseUrl }: Database): Record<string, string> {
  if (databaseUrl === undefined) return { DATA_DIR: dataDir }
  const keyFile = path.join(dataDir, 'secret.key')
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(directUrl !== databaseUrl && { DATABASE_DIRECT_URL: directUrl }),
    SECRET_KEY_FILE: keyFile,
  }
}
