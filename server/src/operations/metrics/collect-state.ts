import { setTimeout as sleep } from 'node:timers/promises'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Context } from '../../core/context.ts'
import { listMaintenance } from '../../core/database/console-state/maintenance-runs.ts'
import { summarizeOpen } from '../../features/unusual-access/store.ts'
import { readCertificateEnd } from '../../http/connections/certificate-end.ts'

/** Prometheus waits for ten seconds. */
const timeoutMs = 5_000

type Sample = { labels?: Record<string, string>; value: number }

/**
 * Reads values at each scrape. Values that cannot be read are left out, so that a scrape succeeds even without the
 * database.
 */
export function collectState(
  registry: Registry,
  context: Context,
  app: FastifyInstance,
  clockOffsetMs: () => number,
): void {
  const { config, db, engine, storage, proof, now } = context
  function gauge(name: string, help: string, read: () => Promise<Sample[]>, labelNames: string[] = []): void {
    new Gauge({
      name: `health_console_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        const late = sleep(timeoutMs, [], { ref: false })
        const readings = await Promise.race([read().catch(() => []), late])
        // Resetting a gauge without labels sets it to 0, which would be wrong.
        if (readings.length === 0 && labelNames.length === 0) this.remove()
        for (const { labels = {}, value } of readings) this.set(labels, value)
      },
    })
  }
  type Known = number | null | undefined
  function number(name: string, help: string, read: () => Promise<Known> | Known): void {
    gauge(name, help, async () => {
      const value = await read()
      return value === null || value === undefined ? [] : [{ value }]
    })
  }

  // This is first, because these connections also read the other values: the scrape would count itself.
  gauge(
    'database_connections',
    'Connections to PostgreSQL: busy, idle; and requests that wait for one',
    async () =>
      Object.entries(engine.countConnections?.() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    ['state'],
  )
  gauge(
    'check',
    'The parts of /readyz: 1 if it works',
    async () => {
      const { answer } = await app.lookAtReadiness()
      return Object.entries(answer)
        .filter(([, holds]) => typeof holds === 'boolean')
        .map(([check, holds]) => ({ labels: { check }, value: Number(holds) }))
    },
    ['check'],
  )
  gauge(
    'maintenance_last_success_timestamp_seconds',
    'When backup, drill and verification last succeeded; before the first time, when they could first have run',
    async () =>
      (await listMaintenance(context)).map(({ task, succeededAtMs }) => ({
        labels: { task },
        value: succeededAtMs / 1_000,
      })),
    ['task'],
  )
  gauge(
    'maintenance_failed',
    'Whether the last run of backup, drill or verification failed on any replica',
    async () =>
      (await listMaintenance(context)).map(({ task, hasFailed }) => ({ labels: { task }, value: Number(hasFailed) })),
    ['task'],
  )
  const waitingMails = db.selectFrom('outbox').where('state', '=', 'waiting')
  number('mails_waiting', 'Emails that are not sent yet', async () => {
    const row = await waitingMails.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst()
    return row?.count
  })
  number('oldest_waiting_mail_seconds', 'How long the oldest of them has waited; 0 if there is none', async () => {
    const row = await waitingMails.select(({ fn }) => fn.min('createdAtMs').as('sinceMs')).executeTakeFirst()
    return row?.sinceMs ? Math.max(0, now() - row.sinceMs) / 1_000 : 0
  })
  number('unusual_access_open', 'Findings of unusual access that no one has answered', async () =>
    config.unusualAccess ? (await summarizeOpen(db)).count : undefined,
  )
  number('oldest_unusual_access_seconds', 'How long ago the oldest of them was found; 0 if there is none', async () => {
    if (!config.unusualAccess) return undefined
    const { oldestAtMs } = await summarizeOpen(db)
    return oldestAtMs === null ? 0 : Math.max(0, now() - oldestAtMs) / 1_000
  })
  number('uploads_open', 'Uploads in progress', async () => {
    const row = await db
      .selectFrom('fileUploads')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', 'in', ['open', 'arrived'])
      .executeTakeFirst()
    return row?.count
  })
  number('imports_open', 'Imports of patients that are being read, or await confirmation', async () => {
    const row = await db
      .selectFrom('patientImports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', 'in', ['reading', 'ready'])
      .executeTakeFirst()
    return row?.count
  })
  number('audit_log_rows', 'Number of entries in the audit log', async () => {
    const row = await db
      .selectFrom('auditEvents')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .executeTakeFirst()
    return row?.last ?? 0
  })
  number('audit_log_checkpoint_timestamp_seconds', 'When this server last signed the audit log', () =>
    proof.signedAtMs === undefined ? undefined : proof.signedAtMs / 1_000,
  )
  number(
    'database_busy_seconds',
    'How long another program has kept the embedded database locked; 0 if none does',
    async () => {
      const sinceMs = (await engine.findTrouble(db))?.sinceMs
      return sinceMs === undefined ? 0 : (Date.now() - sinceMs) / 1_000
    },
  )
  number('database_size_bytes', 'The space that the database takes on its disk', () => engine.readSize(db))
  const readEnd = everyTenMinutes(() => readCertificateEnd(config.publicUrl))
  number(
    'certificate_end_timestamp_seconds',
    'When the certificate of PUBLIC_URL expires, if it can be read',
    async () => {
      const endMs = await readEnd()
      return endMs === undefined ? undefined : endMs / 1_000
    },
  )
  number(
    'clock_offset_seconds',
    "How far the database's clock is ahead of this machine's",
    () => clockOffsetMs() / 1_000,
  )
  number('data_free_bytes', 'Free space where DATA_DIR is, and with it the embedded database', async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return bavail * bsize
  })
  number('storage_free_bytes', 'Free space of the file storage, if it reports it', () => storage.freeBytes())
}

/** Caches a result, also a failure, so that scrapes do not connect each time. */
function everyTenMinutes<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { atMs: number; result: Promise<T> } | undefined
  return () => {
    const atMs = performance.now()
    if (last === undefined || atMs - last.atMs >= 10 * 60_000) last = { atMs, result: read() }
    return last.result
  }
}
