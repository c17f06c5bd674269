import { type AuditLog, createAuditLog } from './audit/store.ts'
import type { ProofState } from './audit/write-checkpoint.ts'
import type { Config } from './config.ts'
import { openConsoleKeys } from './crypto/console-key.ts'
import type { MasterKey } from './crypto/keys.ts'
import { createPasswordHasher, type PasswordHasher } from './crypto/password-hasher.ts'
import type { Engine } from './database/engine.ts'
import { requireNotMoved } from './database/console-state/moved-marker.ts'
import type { Database } from './database/open.ts'
import type { Db } from './database/tables.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'

/**
 * What every feature depends on. It is created once at the start, and has no state beyond connections, queues and
 * metrics.
 */
export type Context = {
  config: Config
  db: Db
  engine: Engine
  hasFreeSpace: Database['hasFreeSpace']
  audit: AuditLog
  proof: ProofState
  keys: MasterKey
  passwords: PasswordHasher
  storage: Storage
  /** The clock, epoch milliseconds. */
  now: () => number
}

/**
 * @param now the clock, which tests advance
 * @param storageNow the file storage's clock, which tests do not change
 * @throws Error if the console has been moved elsewhere
 */
export async function createContext(
  config: Config,
  { db, engine, hasFreeSpace }: Database,
  now: () => number = Date.now,
  storageNow: () => number = Date.now,
): Promise<Context> {
  requireNotMoved(config)
  return {
    config,
    db,
    engine,
    hasFreeSpace,
    audit: createAuditLog(db, engine, now),
    proof: { isContradicted: false, areMissing: false, signedAtMs: undefined, failure: undefined },
    keys: await openConsoleKeys(config, db),
    passwords: createPasswordHasher(config.hashThreads),
    storage: await openStorage(config.storage, storageNow),
    now,
  }
}
