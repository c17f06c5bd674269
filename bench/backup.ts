// Twenty backups of a large database under constant writes: how many succeed, and how long a writer waits at most
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createAuditLog } from '../server/src/core/audit/store.ts'
import { byServer } from '../server/src/core/audit/entry.ts'
import { findManifest } from '../server/src/operations/backup/manifest.ts'
import { databaseSettings } from '../server/testing/engines/database-settings.ts'
import { describeTimes, median, time } from './support/times.ts'
import { onEachDatabase } from './support/engines.ts'

const rounds = 20
const entries = 500_000
const writers = 4
const program = path.resolve(import.meta.dirname, '../bin/console')
const page = Array.from({ length: 20 }, (_, index) => `user:0198aaaa-1111-7000-a000-0000000000${index + 10}` as const)
const entry = { ...byServer, action: 'users.list' as const, subjects: page }

await onEachDatabase(async (engine, database, where) => {
  const audit = createAuditLog(database.db, database.engine, Date.now)
  const waits: number[] = []
  let isDone = false
  try {
    for (let written = 0; written < entries; written += 5_000) await audit.write(Array(5_000).fill(entry))
    const parent = path.join(where.dataDir, 'backups')
    const running = Array.from({ length: writers }, async () => {
      while (!isDone) {
        waits.push(await time(() => audit.write([entry])))
        // Writes arrive as requests do: each in its own turn of the event loop, some hundred per second.
        await sleep(5)
      }
    })
    const taken: number[] = []
    let bytes = 0
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now()
      const { stdout } = await promisify(execFile)(program, ['backup', parent, '--keep', '1'], {
        env: { ...process.env, ...databaseSettings(where) },
      })
      taken.push((performance.now() - startedAt) / 1000)
      const folder = /in (\S+): the database/.exec(stdout)?.[1] ?? ''
      if (!(await findManifest(folder))) throw new Error(`There is no backup: ${stdout}`)
      bytes = statSync(path.join(folder, 'database')).size
    }
    isDone = true
    await Promise.all(running)
    const each = median(taken).toFixed(1)
    console.log(`${engine} ${rounds} of ${rounds} backups of ${(bytes / 1e6).toFixed(0)} MB, ${each} s each (median)`)
    console.log(`${engine} writes meanwhile: ${describeTimes(waits)}`)
  } finally {
    isDone = true
  }
})
