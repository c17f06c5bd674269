import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { isMigrated } from '../database/migrate.ts'

/** Whether something works that only some requests need. */
export type HealthCheck = { name: string; holds: () => Promise<boolean> }

type HealthOptions = {
  /** Checks that take no server out of service: all replicas would fail them, and most requests still work. */
  checks: HealthCheck[]
  /** Aborted when the server is asked to stop. */
  stopping: AbortSignal | undefined
}

/** Probes of load balancers do not wait longer either. */
const patienceMs = 5_000

/** `/healthz`: the process answers. `/readyz`: it can serve requests, and the result of each check. */
export function registerHealth(app: FastifyInstance, context: Context, { checks, stopping }: HealthOptions): void {
  const options = { config: { permission: 'public' }, logLevel: 'warn' } as const

  app.get('/healthz', options, async () => ({ status: 'ok' }))

  app.get('/readyz', options, async (_request, reply) => {
    const draining = stopping?.aborted ?? false
    const [database, ...results] = await Promise.all([
      inTime(hasDatabase(context)),
      ...checks.map(({ holds }) => inTime(holds())),
    ])
    const isReady = database && !draining
    const status = !isReady ? 'unavailable' : results.every(Boolean) ? 'ok' : 'degraded'
    const named = Object.fromEntries(checks.map(({ name }, index) => [name, results[index]]))
    return reply.code(isReady ? 200 : 503).send({ status, draining, database, ...named })
  })
}

export const storageChecks = ({ storage, hasRoom }: Pick<Context, 'storage' | 'hasRoom'>): HealthCheck[] => [
  {
    name: 'storage',
    holds: async () => {
      await storage.check()
      return true
    },
  },
  // Without room uploads are refused, and then every change.
  { name: 'disk', holds: async () => (await hasRoom()) && (await storage.hasRoom()) },
]

async function hasDatabase(context: Context): Promise<boolean> {
  await sql`select 1`.execute(context.db)
  return isMigrated(context)
}

function inTime(check: Promise<boolean>): Promise<boolean> {
  return Promise.race([check.catch(() => false), sleep(patienceMs, false, { ref: false })])
}
