import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { onTestFailed, onTestFinished } from 'vitest'
import { type Context, createContext } from '../src/core/context.ts'
import { type AppOptions, buildApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createPasswordHasher } from '../src/core/crypto/password-hasher.ts'
import { logOptions } from '../src/http/requests/logging.ts'
import { migrate } from '../src/core/database/upgrade/migrate.ts'
import { adoptKey } from '../src/features/files/signing/adopt-key.ts'
import { openDatabase } from '../src/core/database/open.ts'
import { databaseSettings } from './engines/database-settings.ts'
import { asServerRole, freshDatabase } from './engines/engines.ts'
import { collectDeclared, type Declared } from '../src/http/openapi/openapi.ts'
import { checkResponses } from './http/check-responses.ts'
import { importHere, readHere } from './without-threads.ts'

export type TestApp = {
  app: FastifyInstance
  context: Context
  /** Has the privileges of the owner of the tables, which the server may not have. */
  owner: Pick<Context, 'db' | 'engine'>
  /** Everything logged so far, one JSON object per line. */
  logLines: string[]
  /** Moves the clock forward. */
  advance(ms: number): void
  /** Stops the clock, so that only `advance` moves it: for limits of seconds, which a busy machine would exceed. */
  freeze(): void
}

export type TestAppOptions = AppOptions & {
  /** Whether to read and import in threads, as the server does. */
  hasThreads?: boolean
  /** Whether to hash passwords at full cost, for tests about hashing. */
  realHashes?: boolean
  /** Whether to use a role that cannot change the audit log, on PostgreSQL. */
  serverRole?: boolean
  /** Whether to use the embedded database, whatever the engine under test. */
  isEmbedded?: boolean
}

/**
 * By default passwords are hashed with the same function at its lowest cost, because hashing took a fifth of the tests'
 * time.
 */
const lowCost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** The real app on an empty database of the engine under test, with its own clock. It is cleaned up with the test. */
export async function buildTestApp(
  environment: Record<string, string> = {},
  { hasThreads = false, realHashes = false, serverRole = false, isEmbedded = false, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const fresh = await freshDatabase()
  const served = serverRole ? await asServerRole(fresh) : fresh
  const settings = { ...databaseSettings(isEmbedded ? { ...served, databaseUrl: undefined } : served), ...environment }
  const config = readConfig(settings)
  const database = openDatabase(config)
  if (isEmbedded) await migrate(database)
  const closeReader = hasThreads ? () => {} : readHere(database, config.dataDir)
  const owner = served === fresh || served.databaseUrl === undefined ? database : openDatabase(fresh)

  let offsetMs = 0
  let frozenAtMs: number | undefined
  const logLines: string[] = []
  const logger = pino(logOptions({ logLevel: 'trace' }), { write: (line: string) => logLines.push(line) })
  const context = await createContext(config, database, () => (frozenAtMs ?? Date.now()) + offsetMs)
  await adoptKey(context)
  if (!realHashes) context.passwords = createPasswordHasher(config.hashThreads, lowCost)
  const startImportThread = hasThreads ? {} : { startImportThread: () => importHere(database) }
  let declared: Declared[] = []
  const app = await buildApp(context, logger, {
    ...startImportThread,
    ...options,
    watch: (watched, context) => {
      declared = collectDeclared(watched)
      options.watch?.(watched, context)
    },
  })
  // Its hook is the last one, which sees what is sent.
  // The engine makes no difference to them, and the check takes a third of a second for each file of tests.
  if (served.databaseUrl === undefined) checkResponses(app, declared)
  onTestFailed(() => printErrors(logLines))
  onTestFinished(async () => {
    await app.close()
    closeReader()
    await database.close()
    if (owner !== database) await owner.close()
    await served.remove()
  })
  return {
    app,
    context,
    owner,
    logLines,
    advance: (ms) => void (offsetMs += ms),
    freeze: () => void (frozenAtMs = Date.now()),
  }
}

/** The logged errors say more about a failed test than the 500 that it received. */
function printErrors(logLines: readonly string[]): void {
  const isError = (line: string) => ['error', 'fatal'].includes((JSON.parse(line) as { level: string }).level)
  for (const line of logLines.filter(isError)) console.error(line)
}
