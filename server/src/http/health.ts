import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describeLoss } from '../core/audit/end-watch.ts'
import type { Context } from '../core/context.ts'
import { createClock } from '../core/database/clock.ts'
import type { Trouble } from '../core/database/engine.ts'
import { mayBeAheadMs } from '../core/database/past.ts'
import { findKeyError } from '../core/crypto/console-key.ts'
import { findNewerChanges, isMigrated } from '../core/database/upgrade/migrate.ts'
import { nameDatabase } from '../core/database/upgrade/require-made.ts'
import { nameStorage } from '../core/settings/storage.ts'
import { version } from '../core/settings/version.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The response of `/readyz`, also while the server closes. Changes are logged. */
    lookAtReadiness(): Promise<{ isReady: boolean; answer: Record<string, unknown> }>
  }
}

/** Checks something that only some requests need. */
export type HealthCheck = {
  name: string
  /** Whether it reads the database: then an error or a missing response says nothing about what is checked. */
  needsDatabase?: boolean
  /** @returns why it does not work; undefined if it does */
  findError: () => Promise<unknown>
}

/** Null: unknown. */
type Finding = { works: boolean | null; cause?: unknown }

/** The database responds, but cannot serve requests. */
class TroubleError extends Error {
  readonly sinceMs: number | undefined

  constructor({ reason, sinceMs }: Trouble) {
    super(sinceMs === undefined ? reason : `${reason}, since ${new Date(sinceMs).toISOString()}`)
    this.sinceMs = sinceMs
  }
}

type HealthOptions = {
  /** Checks that do not take a server out of service: they would fail on all replicas, and most requests still work. */
  checks: HealthCheck[]
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal | undefined
}

const silence = 'it does not respond in time'
/** Probes wait for one second by default. */
const answerWithinMs = 800
/** A busy database may take longer. Until it responds, its last result counts. */
const timeoutMs = 5_000

/** `/healthz`: the process responds. `/readyz`: it can serve requests, its version, and the result of each check. */
export function registerHealth(app: FastifyInstance, context: Context, { checks, stopping }: HealthOptions): void {
  const options = { config: { permission: 'public' }, logLevel: 'warn' } as const
  const all = [
    { name: 'database', findError: () => findDatabaseError(context) },
    { name: 'key', needsDatabase: true, findError: () => findKeyError(context) },
    ...checks,
  ].map((check) => [check.name, inTime(check)] as const)
  const logChanges = createChangeLog(app)

  app.decorate('lookAtReadiness', async () => {
    const draining = stopping?.aborted ?? false
    const findings = await Promise.all(all.map(async ([name, find]) => [name, await find()] as const))
    logChanges(findings)
    const works = Object.fromEntries(findings.map(([name, finding]) => [name, finding.works]))
    const isReady = works['database'] === true && works['key'] !== false && !draining
    const status = !isReady ? 'unavailable' : Object.values(works).every(Boolean) ? 'ok' : 'degraded'
    const cause = findings.find(([name]) => name === 'database')?.[1].cause
    const sinceMs = cause instanceof TroubleError ? cause.sinceMs : undefined
    const busy = sinceMs === undefined ? {} : { database_busy_since: new Date(sinceMs).toISOString() }
    return { isReady, answer: { status, version, draining, ...works, ...busy } }
  })

  app.get('/healthz', options, async () => ({ status: 'ok' }))

  app.get('/readyz', options, async (_request, reply) => {
    const { isReady, answer } = await app.lookAtReadiness()
    return reply.code(isReady ? 200 : 503).send(answer)
  })
}

/** Whether there is space: on a full disk, uploads are rejected, and later every change. */
export const diskCheck = ({
  config,
  storage,
  hasFreeSpace,
}: Pick<Context, 'config' | 'storage' | 'hasFreeSpace'>): HealthCheck => ({
  name: 'disk',
  needsDatabase: true,
  findError: async () => {
    if (!(await hasFreeSpace())) return `the disk of the ${nameDatabase(config)} is full`
    if (await storage.hasFreeSpace()) return undefined
    const name = `the file storage ${nameStorage(config.storage)}`
    return storage.kind === 'local'
      ? `${name} is nearly full: the rest of its disk is left to the database, and uploads are rejected`
      : `${name} is full`
  },
})

/** Whether the database's clock, which the console follows, and this machine's agree. One of them is wrong otherwise. */
export const clockCheck = ({ db, engine }: Pick<Context, 'db' | 'engine'>): HealthCheck => ({
  name: 'clock',
  needsDatabase: true,
  findError: async () => {
    const clock = await createClock({ db, engine })
    // The cause has no number: each further cause is logged.
    return Math.abs(clock.offsetMs()) > mayBeAheadMs
      ? "the database's clock and this machine's differ by more than five minutes: synchronise both with NTP"
      : undefined
  },
})

/** Whether the audit log matches the last checkpoint and the last entries of this server, and whether checkpoints can be written. */
export const proofChecks = ({ proof, audit }: Pick<Context, 'proof' | 'audit'>): HealthCheck[] => [
  {
    name: 'audit_log',
    findError: async () => {
      if (proof.isContradicted) return 'the audit log contradicts the last checkpoint'
      const loss = audit.knownLoss()
      if (loss) return describeLoss(loss)
      return proof.areMissing ? 'earlier checkpoints of the audit log are missing' : undefined
    },
  },
  { name: 'checkpoint', findError: async () => proof.failure },
]

async function findDatabaseError(context: Context): Promise<unknown> {
  await sql`select 1`.execute(context.db)
  const newer = await findNewerChanges(context)
  if (newer?.isUsable === false) return `its tables are those of Health Console ${newer.version}`
  if (!(await isMigrated(context))) return 'its tables are not up to date'
  const trouble = await context.engine.findTrouble(context.db)
  return trouble && new TroubleError(trouble)
}

/** Makes a check return in time. It runs once at a time, so that probes do not add to the load of a slow system. */
function inTime({ needsDatabase = false, findError }: HealthCheck): () => Promise<Finding> {
  const unknown = (cause: unknown): Finding => ({ works: needsDatabase ? null : false, cause })
  let running: Promise<Finding> | undefined
  let last: { finding: Finding; atMs: number } | undefined

  async function run(): Promise<Finding> {
    const finding = await findError().then(
      (cause): Finding => (cause === undefined ? { works: true } : { works: false, cause }),
      unknown,
    )
    last = { finding, atMs: performance.now() }
    running = undefined
    return finding
  }

  return async () => {
    running ??= run()
    const finding = await Promise.race([running, sleep(answerWithinMs, undefined, { ref: false })])
    if (finding) return finding
    const isRecent = last !== undefined && performance.now() - last.atMs < timeoutMs
    // The cause of the earlier failure is more informative.
    return last && (isRecent || !last.finding.works) ? last.finding : unknown(silence)
  }
}

/**
 * Logs each change of a check with its cause, and each further cause while it fails. Before the first check, everything
 * counts as working.
 */
function createChangeLog({ log }: Pick<FastifyInstance, 'log'>) {
  const failing = new Map<string, { works: Finding['works']; causes: Set<string> }>()
  return (findings: (readonly [string, Finding])[]): void => {
    for (const [check, { works, cause }] of findings) {
      const before = failing.get(check)
      if (works) {
        if (failing.delete(check)) log.info({ check, works }, 'a part of /readyz works again')
        continue
      }
      const text = cause instanceof Error ? cause.message : String(cause)
      // That it does not respond says nothing new after another cause.
      if (before?.works === works && (cause === silence || before.causes.has(text))) continue
      failing.set(check, { works, causes: new Set(before?.causes).add(text) })
      const details = cause instanceof Error ? { err: cause } : { reason: cause }
      const words = works === null ? 'is unknown' : 'does not work'
      log.warn({ check, works, ...details }, `a part of /readyz ${words}`)
    }
  }
}
