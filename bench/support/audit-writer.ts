import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { indexAuditLogJob, startJobs } from '../../server/src/jobs.ts'
import { createAuditLog } from '../../server/src/core/audit/store.ts'
import { openDatabase } from '../../server/src/core/database/open.ts'

// One of several processes that write into one audit log for a limited time. Reports the number of entries that it
// wrote.

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, IN_FLIGHT: inFlight = '1' } = process.env
const { db, engine, close } = openDatabase({ dataDir, databaseUrl })
const audit = createAuditLog(db, engine, Date.now)
/** As many users as a page of the list shows. */
const subjects = Array.from({ length: 20 }, () => `user:${randomUUIDv7()}` as const)
const [actorId, sessionId] = [randomUUIDv7(), randomUUIDv7()]
const entry = { action: 'users.list', subjects, outcome: 'ok', actorId, sessionId, address: '192.0.2.7' } as const

process.on('message', (input: { seconds: number; changes: number }) => {
  void write(input).then((count) => process.send?.(count))
})
const jobs = startJobs([indexAuditLogJob(audit)], pino({ level: 'silent' }))
process.on('disconnect', () => void jobs.stop().then(close))
process.send?.('ready')

async function write({ seconds, changes }: { seconds: number; changes: number }): Promise<number> {
  const endsAt = performance.now() + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: Number(inFlight) }, async (_, writer) => {
      let count = 0
      while (performance.now() < endsAt) {
        // Each entry belongs to a request, so it arrives in its own turn of the event loop.
        await setImmediate()
        const entries = [{ ...entry, requestId: randomUUIDv7() }]
        // The entry of a change is written in the change's transaction.
        if (writer < changes) await db.transaction().execute((transaction) => audit.append(transaction, entries))
        else await audit.write(entries)
        count += 1
      }
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
