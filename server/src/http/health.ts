import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { findNewerChanges, isMigrated } from '../database/migrate.ts'
import { version } from '../settings/version.ts'

/** Checks something that only some requests need. */
export type HealthCheck = { name: string; holds: () => Promise<boolean> }

type HealthOptions = {
  /** Checks that do not take a server out of service: they would fail on all replicas, and most requests still work. */
  checks: HealthCheck[]
  /** Aborted when the server is asked to stop. */
  stopping: AbortSignal | undefined
}

/** Probes wait for one second by default. */
const answerWithinMs = 800
/** A busy database may take longer. Until it answers, its last answer counts. */
const patienceMs = 5_000

/** `/healthz`: the process answers. `/readyz`: it can serve requests, its version, and the result of each check. */
export function registerHealth(app: FastifyInstance, context: Context, { checks, stopping }: HealthOptions): void {
  const options = { config: { permission: 'public' }, logLevel: 'warn' } as const
  const database = inTime(() => isUpToDate(context))
  const others = checks.map(({ name, holds }) => ({ name, holds: inTime(holds) }))

  app.get('/healthz', options, async () => ({ status: 'ok' }))

  app.get('/readyz', options, async (_request, reply) => {
    const draining = stopping?.aborted ?? false
    const [hasDatabase, ...results] = await Promise.all([database(), ...others.map(({ holds }) => holds())])
    const isReady = hasDatabase && !draining
    const status = !isReady ? 'unavailable' : results.every(Boolean) ? 'ok' : 'degraded'
    const named = Object.fromEntries(others.map(({ name }, index) => [name, results[index]]))
    return reply.code(isReady ? 200 : 503).send({ status, version, draining, database: hasDatabase, ...named })
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
  // On a full disk uploads are refused, and later every change.
  { name: 'disk', holds: async () => (await hasRoom()) && (await storage.hasRoom()) },
]

/** False once the record contradicts the last checkpoint of this server. */
export const recordCheck = ({ proof }: Pick<Context, 'proof'>): HealthCheck => ({
  name: 'record',
  holds: async () => !proof.isContradicted,
})

async function isUpToDate(context: Context): Promise<boolean> {
  await sql`select 1`.execute(context.db)
  const newer = await findNewerChanges(context)
  return newer?.isUsable !== false && isMigrated(context)
}

/** Makes a check answer in time. It runs once at a time, so that probes do not add to the load of a slow system. */
function inTime(check: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let heldAtMs = -Infinity

  async function run(): Promise<boolean> {
    const holds = await check().catch(() => false)
    heldAtMs = holds ? performance.now() : -Infinity
    running = undefined
    return holds
  }

  return async () => {
    running ??= run()
    const result = await Promise.race([running, sleep(answerWithinMs, undefined, { ref: false })])
    return result ?? performance.now() - heldAtMs < patienceMs
  }
}
