import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isMigrated } from '../database/migrate.ts'
import type { Context } from '../context.ts'

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work; 503 from the moment it is asked to stop and while
 * the database is away. What only some of the work needs is named, and does not take the server out of service.
 */
export function registerHealth(app: FastifyInstance, context: Context, isDraining: () => boolean): void {
  app.get('/healthz', { config: { permission: 'public' }, logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { config: { permission: 'public' }, logLevel: 'warn' }, async (_request, reply) => {
    const needed = { draining: isDraining(), database: await holds(() => answers(context)) }
    const wanted = {
      storage: await holds(() => isUsable(context)),
      disk: await holds(() => hasSpace(context)),
      sweep: needed.database && (await holds(() => sweeps(context))),
    }
    const isReady = !needed.draining && needed.database
    const isWhole = Object.values(wanted).every(Boolean)
    const status = !isReady ? 'unavailable' : isWhole ? 'ok' : 'degraded'
    return reply.code(isReady ? 200 : 503).send({ status, ...needed, ...wanted })
  })
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch {
    return false
  }
}

async function answers(context: Context): Promise<boolean> {
  await sql`select 1`.execute(context.db)
  return isMigrated(context)
}

async function isUsable({ storage }: Context): Promise<boolean> {
  await storage.check()
  return true
}

/** Uploads are refused when nothing is left; a store that does not tell counts as large enough. */
async function hasSpace({ storage }: Context): Promise<boolean> {
  return (await storage.freeBytes()) !== 0
}

/** Whether the file store is this console's, as far as its last sweep has found. */
async function sweeps({ db }: Context): Promise<boolean> {
  const problem = await db
    .selectFrom('fileStoreState')
    .select('sweepProblem')
    .where('sweepProblem', 'is not', null)
    .executeTakeFirst()
  return problem === undefined
}
