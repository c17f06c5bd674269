// Verifying a million rows of the audit log, in the database and as an export
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { byServer, toRow } from '../server/src/core/audit/entry.ts'
import { createCheckpointSigner } from '../server/src/core/audit/checkpoint.ts'
import { writeExport } from '../server/src/core/audit/export-file.ts'
import { toTrailerLine } from '../server/src/core/audit/export-trailer.ts'
import { verifyAuditLog } from '../server/src/core/audit/verify.ts'
import { emptyChain, verifyExport } from '../server/src/core/audit/verify-audit.mjs'
import type { Database } from '../server/src/core/database/open.ts'
import { onEachDatabase } from './support/engines.ts'

const amount = 1_000_000
const id = '0198aaaa-1111-7000-a000-000000000010'
const source = { actorId: id, sessionId: id, address: '192.0.2.7', requestId: id }
const page = Array.from({ length: 20 }, (_, index) => `user:0198aaaa-1111-7000-a000-0000000000${index + 10}` as const)

await onEachDatabase(async (engine, database, where) => {
  await fill(database)
  await measure(`${engine} verify-audit`, async () => (await verifyAuditLog(database.db)).rows)
  const file = path.join(where.dataDir, 'export.ndjson')
  await measure(`${engine} export`, () => exportTo(database, file))
  await measure(`${engine} verify-audit.mjs`, () => verifyExport(file).verdict.rows)
})

/** Every third row is a list with its 20 users. */
async function fill({ db, engine }: Database): Promise<void> {
  let end = toRow({ ...byServer, ...source, action: 'users.list', subjects: page }, Date.now(), emptyChain)
  let rows = [end]
  for (let sequence = 2; sequence <= amount; sequence += 1) {
    const subjects = sequence % 3 === 0 ? page : page.slice(0, 1)
    rows.push((end = toRow({ ...byServer, ...source, action: 'users.list', subjects }, Date.now(), end)))
    if (rows.length < 5_000 && sequence < amount) continue
    const part = rows
    await db.transaction().execute((transaction) => engine.insertMany(transaction, 'auditEvents', part))
    rows = []
  }
}

async function exportTo({ db }: Database, file: string): Promise<number> {
  const signer = createCheckpointSigner({ derive: () => randomBytes(32) }, { publicUrl: 'http://localhost:3000' })
  const end = await writeExport(db, file, {
    after: 0,
    toTrailer: (last) =>
      toTrailerLine({
        isFiltered: false,
        checkpoints: [signer.sign(last, Date.now())],
        publicKeys: [signer.verifierKey],
      }),
  })
  return end?.sequence ?? 0
}

async function measure(what: string, work: () => number | Promise<number>): Promise<void> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const rows = await work()
  const { user, system } = process.cpuUsage(before)
  if (rows !== amount) throw new Error(`${what}: ${rows} rows`)
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(`${what}: ${seconds.toFixed(1)} s, of which ${((user + system) / 1e6).toFixed(1)} s of processor time`)
}
