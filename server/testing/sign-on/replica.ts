import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Context, createContext } from '../../src/context.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { TestApp } from '../build-app.ts'

/** A second server on the database of the first. */
export async function buildReplica({ context }: TestApp): Promise<{ app: FastifyInstance; context: Context }> {
  const database = openDatabase(context.config)
  const own = { ...(await createContext(context.config, database, context.now)), passwords: context.passwords }
  const app = await buildApp(own, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  return { app, context: own }
}
