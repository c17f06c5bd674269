import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import '../data-folder-setup.ts'
import { giveKey } from './database-settings.ts'
import { databaseUrl, onServer } from './postgres-setup.ts'
import './sqlite-setup.ts'

type FreshDatabase = {
  /** The location of a database, for `openDatabase` and `readConfig`. */
  dataDir: string
  /** Absent on SQLite, as in the settings. */
  databaseUrl: string | undefined
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler, for work that needs its own session. Absent on SQLite. */
  directUrl?: string
  remove(): Promise<void>
}

// One connection serves all of a file's databases.
let administrator: pg.Pool | undefined

/** The engine of this test run. */
export function testEngine(): 'sqlite' | 'postgres' {
  return inject('postgres') ? 'postgres' : 'sqlite'
}

/** A new, empty, migrated database, with a data directory. */
export function freshDatabase(): Promise<FreshDatabase> {
  return makeDatabase(true)
}

/** A database without a table. */
export function emptyDatabase(): Promise<FreshDatabase> {
  return makeDatabase(false)
}

async function makeDatabase(isMigrated: boolean): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(path.join(inject('dataFolder'), 'console-test-'))
  // No server accepts a database without its key.
  if (isMigrated) giveKey(dataDir)
  const removeFiles = () => rmSync(dataDir, { recursive: true, force: true })
  const postgres = inject('postgres')
  if (!postgres) {
    if (isMigrated) copyFileSync(inject('sqlite').template, path.join(dataDir, 'console.db'))
    return { dataDir, databaseUrl: undefined, remove: async () => removeFiles() }
  }

  const { serverUrl, clientUrl, template } = postgres
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const pool = (administrator ??= new pg.Pool({ connectionString: serverUrl, allowExitOnIdle: true }))
  // Copying the files is faster than writing the copy through the log.
  await pool.query(`CREATE DATABASE ${name} TEMPLATE ${isMigrated ? template : 'template0'} STRATEGY file_copy`)
  return {
    dataDir,
    databaseUrl: databaseUrl(clientUrl, name),
    directUrl: databaseUrl(serverUrl, name),
    remove: async () => {
      removeFiles()
      await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

const roleScript = new URL('../../../deploy/postgres-server-role.sql', import.meta.url)

/**
 * The same database for a role that can add to the audit log and not change it, as a system administrator creates it on
 * PostgreSQL.
 */
export async function asServerRole({ databaseUrl: ownerUrl, ...database }: FreshDatabase): Promise<FreshDatabase> {
  if (ownerUrl === undefined) return { ...database, databaseUrl: ownerUrl }
  const role = `console_server_${randomBytes(6).toString('hex')}`
  await onServer(ownerUrl, async (owner) => {
    await owner.query(readFileSync(roleScript, 'utf8').replaceAll('console_server', role))
    await owner.query(`ALTER ROLE ${role} PASSWORD 'server'`)
  })
  const byRole = (text: string) => {
    const url = new URL(text)
    url.username = role
    url.password = 'server'
    return url.href
  }
  return {
    ...database,
    databaseUrl: byRole(ownerUrl),
    directUrl: byRole(database.directUrl ?? ownerUrl),
    remove: async () => {
      await database.remove()
      await administrator?.query(`DROP ROLE ${role}`)
    },
  }
}
