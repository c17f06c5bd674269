import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/core/database/upgrade/migrate.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { startPrivatePostgres } from './private-postgres.ts'
import { quickFolder } from '../processes/quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Present only in the project that runs on PostgreSQL. */
    postgres: { serverUrl: string; clientUrl: string; template: string }
  }
}

/**
 * Starts, once per run, a server with one migrated database that every test file gets a copy of. With TEST_PGBOUNCER=1
 * the tests reach it through a pooler.
 */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await reachServer()
  const template = `console_test_${randomBytes(6).toString('hex')}`
  try {
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${template}`))
    const database = openDatabase({ databaseUrl: databaseUrl(server.url, template), dataDir: '' }, { timeouts: 'long' })
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  const bouncer = process.env['TEST_PGBOUNCER'] === '1' ? await startPgBouncer(server.url) : undefined
  project.provide('postgres', { serverUrl: server.url, clientUrl: bouncer?.url ?? server.url, template })
  return async () => {
    await bouncer?.stop()
    await onServer(server.url, (client) => client.query(`DROP DATABASE ${template} WITH (FORCE)`))
    await server.stop()
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The server that is configured for the tests, or a private one. */
export async function reachServer() {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url: url, stop: async () => {} }
  const binaries = findPostgresBinaries()
  if (binaries) return await startPrivatePostgres(binaries, { parent: quickFolder() })
  throw new Error(
    'No PostgreSQL for the tests: set TEST_DATABASE_URL to a server on which databases and roles may be created, or install it ' +
      '(Debian: apt-get install postgresql). To run without it: vitest --project unit --project sqlite',
  )
}
