import pino from 'pino'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createContext } from '../../src/core/context.ts'
import { openDatabase } from '../../src/core/database/open.ts'
import type { TestApp } from '../build-app.ts'

/**
 * A second app. Another server process would do the same: it shares nothing with the first but the database and the
 * master key.
 */
export async function startReplica({ context }: TestApp) {
  const database = openDatabase(context.config)
  const replica = await createContext(context.config, database, context.now)
  replica.passwords = context.passwords
  const app = await buildApp(replica, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  return app
}
