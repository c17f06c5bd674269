import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'

/** Prometheus waits for ten seconds. */
const patienceMs = 5_000

type Reading = { labels?: Record<string, string>; value: number }

/**
 * Reads values at each scrape. Those that cannot be read are left out, so that a scrape succeeds even without the
 * database.
 */
export function collectState(registry: Registry, context: Context, app: FastifyInstance): void {
  const { db, engine, storage, proof, now } = context
  function gauge(name: string, help: string, read: () => Promise<Reading[]>, labelNames: string[] = []): void {
    new Gauge({
      name: `health_console_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        const late = sleep(patienceMs, [], { ref: false })
        const readings = await Promise.race([read().catch(() => []), late])
        // Resetting a gauge without labels sets it to 0, which would be wrong.
        if (readings.length === 0 && labelNames.length === 0) this.remove()
        for (const { labels = {}, value } of readings) this.set(labels, value)
      },
    })
  }
  const one = async (value: Promise<number | null | undefined> | number | null | undefined) => {
    const known = await value
    return known === null || known === undefined ? [] : [{ value: known }]
  }

  gauge(
    'check',
    'The parts of /readyz: 1 when all is well',
    async () => {
      const checks = (await app.inject('/readyz')).json<Record<string, unknown>>()
      return Object.entries(checks)
        .filter(([, holds]) => typeof holds === 'boolean')
        .map(([check, holds]) => ({ labels: { check }, value: Number(holds) }))
    },
    ['check'],
  )
  gauge(
    'database_connections',
    'Connections to PostgreSQL: busy, idle; and calls that wait for one',
    async () =>
      Object.entries(engine.countConnections?.() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    ['state'],
  )
  const waitingMails = db.selectFrom('outbox').where('state', '=', 'waiting')
  gauge('mails_waiting', 'Mails that are not sent yet', async () =>
    one(
      waitingMails
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirst()
        .then((row) => row?.count),
    ),
  )
  gauge('oldest_waiting_mail_seconds', 'How long the oldest of them has waited; 0 when there is none', async () =>
    one(
      waitingMails
        .select((select) => select.fn.min('createdAtMs').as('sinceMs'))
        .executeTakeFirst()
        .then((row) => (row?.sinceMs ? Math.max(0, now() - row.sinceMs) / 1_000 : 0)),
    ),
  )
  gauge('uploads_open', 'Uploads under way', async () =>
    one(
      db
        .selectFrom('fileUploads')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', 'in', ['open', 'arrived'])
        .executeTakeFirst()
        .then((row) => row?.count),
    ),
  )
  gauge('imports_open', 'Imports of patients that are read, or wait to be confirmed', async () =>
    one(
      db
        .selectFrom('patientImports')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', 'in', ['reading', 'ready'])
        .executeTakeFirst()
        .then((row) => row?.count),
    ),
  )
  gauge('record_rows', 'Entries of the access record so far', async () =>
    one(
      db
        .selectFrom('auditEvents')
        .select((select) => select.fn.max('sequence').as('last'))
        .executeTakeFirst()
        .then((row) => row?.last ?? 0),
    ),
  )
  gauge('record_checkpoint_timestamp_seconds', 'When this server last signed the access record', async () =>
    one(proof.signedAtMs === undefined ? undefined : proof.signedAtMs / 1_000),
  )
  gauge('storage_free_bytes', 'Free space of the file store, where it tells', async () => one(storage.freeBytes()))
}
