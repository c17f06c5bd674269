// How many entries per second four processes write into one audit log, and the log's share of a list request on SQLite
import { type ChildProcess, fork } from 'node:child_process'
import { newToken } from '../server/src/core/crypto/token.ts'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { insertAdmin } from '../server/src/features/staff/admins/store.ts'
import { verifyAuditLog } from '../server/src/core/audit/verify.ts'
import type { Database } from '../server/src/core/database/open.ts'
import { showFirstTable } from '../server/src/features/patients/show-first-table.ts'
import { patientRows } from '../server/testing/patients/rows.ts'
import { insertSession } from '../server/src/features/staff/sessions/store.ts'
import { databaseSettings } from '../server/testing/engines/database-settings.ts'
import { findPostgresBinaries } from '../server/testing/engines/postgres-binaries.ts'
import { startPrivatePostgres } from '../server/testing/engines/private-postgres.ts'
import { request, requestFor } from './support/clients.ts'
import { type BenchDatabase, withDatabase } from './support/engines.ts'
import { newDataDir } from './support/folder.ts'

const seconds = 5
const rounds = 5
const patientCount = 1_000
/** How many of a process's pending entries belong to a change. */
const loads = [
  { inFlight: 16, changes: 0 },
  { inFlight: 64, changes: 0 },
  { inFlight: 64, changes: 4 },
]

const dataDir = newDataDir()
const embedded = { dataDir, databaseUrl: undefined }
await onAuditLog(embedded, async (database) => {
  await measureWriters('SQLite', embedded, 1)
  await measureShare(database, embedded)
})
const binaries = findPostgresBinaries()
for (const isDurable of binaries ? [true, false] : []) {
  const postgres = await startPrivatePostgres(binaries ?? '', { isDurable })
  const name = `PostgreSQL, ${isDurable ? '' : 'not '}waiting for its disk`
  try {
    const where = { dataDir, databaseUrl: postgres.url }
    await onAuditLog(where, async () => {
      for (const processes of [1, 4]) await measureWriters(name, where, processes)
    })
  } finally {
    await postgres.stop()
  }
}

async function onAuditLog(where: BenchDatabase, work: (database: Database) => Promise<void>): Promise<void> {
  await withDatabase(where, async (database) => {
    await work(database)
    const { rows, brokenAt } = await verifyAuditLog(database.db)
    console.log(
      brokenAt === null ? `The audit log is intact: ${rows} rows.` : `THE AUDIT LOG IS BROKEN at row ${brokenAt}.`,
    )
  })
}

async function measureWriters(name: string, where: BenchDatabase, processes: number): Promise<void> {
  for (const { inFlight, changes } of loads) {
    const writers = Array.from({ length: processes }, () =>
      launch('audit-writer.ts', where, { IN_FLIGHT: String(inFlight) }),
    )
    await Promise.all(writers.map((writer) => once(writer, 'message')))
    const written = writers.map(async (writer) => {
      writer.send({ seconds, changes })
      const [entries] = (await once(writer, 'message')) as [number]
      writer.disconnect()
      return entries
    })
    const perSecond = (await Promise.all(written)).reduce((sum, entries) => sum + entries, 0) / seconds
    const load = `${processes} x ${inFlight} at once${changes > 0 ? `, ${processes} x ${changes} of them with a change` : ''}`
    console.log(`${name}, ${load}: ${perSecond.toFixed(0)} entries a second`)
  }
}

async function measureShare(database: Database, where: BenchDatabase): Promise<void> {
  const cookie = await prepareList(database)
  const servers = {
    with: await startServer(where, {}),
    without: await startServer(where, { WITHOUT_AUDIT_LOG: '1' }),
  }
  const answers = { with: 0, without: 0 }
  const cpuMs = { with: 0, without: 0 }
  // The two alternate, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['with', 'without'] as const) {
      const { child, port } = servers[kind]
      const before = await usedCpuMs(child)
      const { times } = await requestFor(seconds, (agent) =>
        request(`http://127.0.0.1:${port}${randomPage()}`, { cookie }, agent),
      )
      answers[kind] += times.length
      cpuMs[kind] += (await usedCpuMs(child)) - before
    }
  }
  for (const { child } of Object.values(servers)) child.disconnect()
  const perSecond = (kind: 'with' | 'without') => (answers[kind] / rounds / seconds).toFixed(0)
  const share = (100 * (1 - answers.with / answers.without)).toFixed(0)
  const cpuShare = (100 * (1 - cpuMs.without / answers.without / (cpuMs.with / answers.with))).toFixed(0)
  console.log(
    `SQLite: ${perSecond('with')} pages of patients a second, ${perSecond('without')} without an audit log: it takes ${share} %, ` +
      `and ${cpuShare} % of the processor's time`,
  )
}

async function usedCpuMs(server: ChildProcess): Promise<number> {
  server.send('usage')
  const [{ user, system }] = (await once(server, 'message')) as [NodeJS.CpuUsage]
  return (user + system) / 1_000
}

/** Twenty patients, different ones on each page. */
function randomPage(): string {
  return `/v1/hospital-patients?page=${1 + Math.floor(Math.random() * (patientCount / 20))}`
}

/** Shows some patients, and signs an admin in. @returns the cookie */
async function prepareList({ db, engine }: Database): Promise<string> {
  const nowMs = Date.now()
  const file = { fileName: 'patients.xlsx', sizeBytes: 1, sha256: '0'.repeat(64) }
  const patients = patientRows(patientCount)
  await db.transaction().execute((transaction) => showFirstTable(transaction, engine, patients, { file, nowMs }))
  const person = { email: 'ada@example.org', fullName: 'Ada', role: 'admin', passwordHash: 'none' } as const
  const admin = await insertAdmin(db, { ...person, nowMs })
  const token = newToken()
  const begun = { nowMs, expiresAtMs: nowMs + 3_600_000, address: '127.0.0.1', userAgent: '', deviceHash: '' }
  await insertSession(db, { id: randomUUIDv7(), token, adminId: admin.id, ...begun })
  return `session-3000=${token}`
}

async function startServer(where: BenchDatabase, settings: Record<string, string>) {
  const child = launch('list-server.ts', where, settings)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

function launch(program: string, where: BenchDatabase, settings: Record<string, string>): ChildProcess {
  return fork(path.join(import.meta.dirname, 'support', program), {
    env: { ...process.env, ...databaseSettings(where), ...settings },
  })
}
