import { createAuditLog } from './audit/store.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { Database } from './database/open.ts'
import { openKeys } from './keys.ts'
import { createPasswordHasher } from './passwords/hasher.ts'
import { openStorage } from './storage/open-storage.ts'

/** @param now the clock, which tests move */
export async function createContext(
  config: Config,
  { db, engine }: Database,
  now: () => number = Date.now,
): Promise<Context> {
  return {
    config,
    db,
    engine,
    audit: createAuditLog(db, engine, now),
    keys: openKeys(config),
    passwords: createPasswordHasher(config.hashThreads),
    storage: await openStorage(config.storage),
    now,
  }
}
