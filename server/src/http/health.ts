import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isMigrated } from '../database/migrate.ts'
import type { Context } from '../context.ts'

/** `/healthz`: the process answers. `/readyz`: it can do its work; false from the moment it is asked to stop. */
export function registerHealth(app: FastifyInstance, context: Context, isDraining: () => boolean): void {
  app.get('/healthz', { config: { permission: 'public' }, logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { config: { permission: 'public' }, logLevel: 'warn' }, async (_request, reply) => {
    const checks = { draining: isDraining(), database: await answers(context), storage: await isUsable(context) }
    const ready = !checks.draining && checks.database && checks.storage
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', ...checks })
  })
}

async function answers(context: Context): Promise<boolean> {
  try {
    await sql`select 1`.execute(context.db)
    return await isMigrated(context)
  } catch {
    return false
  }
}

async function isUsable({ storage }: Context): Promise<boolean> {
  try {
    await storage.check()
    return true
  } catch {
    return false
  }
}
