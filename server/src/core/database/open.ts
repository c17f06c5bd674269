import type { FastifyBaseLogger } from 'fastify'
import { CamelCasePlugin } from 'kysely'
import type { Config } from '../config.ts'
import { defaultPoolSize } from '../settings/postgres-url.ts'
import type { Engine } from './engine.ts'
import { postgresEngine } from './postgres/postgres.ts'
import { RetryingKysely } from './retrying-kysely.ts'
import { watchFreeSpace } from './free-space.ts'
import { sqliteEngine } from './sqlite/sqlite.ts'
import type { Db } from './tables.ts'
import type { Timeouts } from './timeouts.ts'

export type Database = {
  db: Db
  engine: Engine
  /** Whether the last write found free space on the disk of the database, or there is free space now. */
  hasFreeSpace(): Promise<boolean>
  close(): Promise<void>
}

type Options = {
  /** How long a statement may run. */
  timeouts?: Timeouts
  onLostConnection?: (error: Error) => void
  /** For the embedded database: it is read without changing or creating any file. */
  isReadOnly?: boolean
}

/** Loads the modules that `openDatabase` needs, without touching the database. */
export async function loadEngine({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== undefined) await import('./postgres/pool.ts')
}

/** Opens the configured database. Does not touch its tables: see `migrate`. */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl' | 'databasePoolSize'>>,
  { timeouts = 'short', onLostConnection = () => {}, isReadOnly = false }: Options = {},
): Database {
  const engine =
    config.databaseUrl === undefined
      ? sqliteEngine(config.dataDir, timeouts, { isReadOnly })
      : postgresEngine(config.databaseUrl, {
          timeouts,
          directUrl: config.databaseDirectUrl,
          poolSize: config.databasePoolSize ?? defaultPoolSize,
          onLostConnection,
        })
  const freeSpace = watchFreeSpace(engine.isFull)
  const db = new RetryingKysely(engine, {
    dialect: engine.dialect,
    // JSON columns contain the product's documents, whose keys must not be renamed.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: (event) => {
      if (event.level !== 'error') return
      freeSpace.noteError(event.error)
      engine.noteError?.(event.error)
    },
  })
  return {
    db,
    engine,
    hasFreeSpace: () => freeSpace.hasFreeSpace(db),
    close: async () => {
      await engine.close()
      await db.destroy()
    },
  }
}

const quietMs = 60_000

/** Logs lost connections at most once a minute, with the number lost since the previous line. */
export function logLostConnections(logger: Pick<FastifyBaseLogger, 'warn'>, now: () => number = Date.now) {
  let quietUntilMs = 0
  let count = 0
  return (error: Error): void => {
    count += 1
    if (now() < quietUntilMs) return
    quietUntilMs = now() + quietMs
    logger.warn({ code: error.name, count }, 'a database connection was lost')
    count = 0
  }
}
