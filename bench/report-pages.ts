// A page of the longest reports, alone and six at once: time, memory, and how long /healthz takes meanwhile
import { unknownUser } from '@health-console/contract/users/users.ts'
import { writeFileSync } from 'node:fs'
import { startServerProcess } from '../server/testing/processes/server-process.ts'
import { withoutBulkLimits } from './support/clients.ts'
import { onEachEngine, withDatabase } from './support/engines.ts'
import { memoryBytes } from './support/memory.ts'
import { describeTimes, seconds } from './support/times.ts'
import { whileReading } from './support/while-reading.ts'

const reports = 20
const reportBytes = 7_900_000
const mostMemoryMb = 60
const mostWaitMs = 300

await onEachEngine(async (engine, where) => {
  await withDatabase(where, async ({ db }) => {
    const user = { id: 'u', ...unknownUser, memberId: 'HM-1', firstName: 'Ada', lastName: 'Lovelace' }
    await db.insertInto('endUsers').values(user).execute()
    for (let index = 0; index < reports; index += 1) {
      const document = JSON.stringify({ reportId: `r${index}`, generatedAt: index, notes: 'x'.repeat(reportBytes) })
      await db
        .insertInto('reports')
        .values({ id: `r${index}`, userId: 'u', generatedAt: index, document })
        .execute()
    }
  })
  for (const atOnce of [1, 6]) {
    const server = await startServerProcess(where, withoutBulkLimits)
    try {
      const read = async () => {
        const answer = await server.call('GET', '/v1/users/u/reports')
        let bytes = 0
        for await (const chunk of answer.body ?? []) bytes += chunk.length
        if (bytes < reports * reportBytes) throw new Error(`The page has only ${bytes} bytes.`)
      }
      // The first requests load and compile code.
      for (let round = 0; round < 20; round += 1) await (await server.call('GET', '/v1/users')).text()
      // Resets the peak. This works only on Linux.
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
      const before = memoryBytes(server.pid, 'VmRSS')
      const [took, waited] = await whileReading(server, ['/healthz'], () =>
        seconds(() => Promise.all(Array.from({ length: atOnce }, read))),
      )
      const grownMb = (memoryBytes(server.pid, 'VmHWM') - before) / 2 ** 20
      console.log(
        `${engine} ${atOnce} at once: ${took.toFixed(1)} s, ${(grownMb / atOnce).toFixed(0)} MB each, ` +
          `/healthz ${describeTimes(waited)}`,
      )
      if (grownMb > mostMemoryMb * atOnce) throw new Error(`A page may need at most ${mostMemoryMb} MB.`)
      if (Math.max(...waited) > mostWaitMs) throw new Error(`/healthz may take at most ${mostWaitMs} ms.`)
    } finally {
      await server.stop()
    }
  }
})
