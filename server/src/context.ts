import type { Kysely } from 'kysely'
import type { AuditLog } from './audit/store.ts'
import type { Config } from './config.ts'
import type { Engine } from './database/engine.ts'
import type { Tables } from './database/tables.ts'
import type { Keys } from './keys.ts'
import type { PasswordHasher } from './passwords/hasher.ts'
import type { Storage } from './storage/storage.ts'

/** What every slice is given: made once at start, no state of its own beyond connections and queues. */
export type Context = {
  config: Config
  db: Kysely<Tables>
  engine: Engine
  audit: AuditLog
  keys: Keys
  passwords: PasswordHasher
  storage: Storage
  /** The clock, epoch milliseconds. */
  now: () => number
}
