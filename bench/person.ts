// One user among a million reports: pages of 10,000 reports, their numbers, a report of 5 MB, everything as a zip file,
// erasing
import { unknownUser } from '@health-console/contract/users/users.ts'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../server/src/core/database/open.ts'
import { type ServerProcess, startServerProcess } from '../server/testing/processes/server-process.ts'
import { withoutBulkLimits } from './support/clients.ts'
import { onEachEngine, withDatabase } from './support/engines.ts'
import { memoryBytes } from './support/memory.ts'
import { describeTimes, seconds, time } from './support/times.ts'
import { whileReading } from './support/while-reading.ts'

const amount = Number(process.env['BENCH_REPORTS'] ?? 1_000_000)
const own = 10_000
const rowsAtOnce = 500
const firstAt = 1_600_000_000
const rounds = 200

await onEachEngine(async (engine, where) => {
  await withDatabase(where, async (database) => {
    const took = await seconds(() => fill(database))
    console.log(`${engine} ${amount.toLocaleString('en')} reports of 2 kB written in ${took.toFixed(0)} s`)
  })
  const server = await startServerProcess(where, withoutBulkLimits)
  const say = (what: string, told: string) => console.log(`${engine} ${what.padEnd(42)} ${told}`)
  try {
    const pages = own / 20
    for (const [name, query] of [
      ['any page', () => `page=${1 + Math.floor(Math.random() * pages)}`],
      [
        'any page since a day',
        () => `page=${1 + Math.floor((Math.random() * pages) / 2)}&from=2023-01-01T00:00:00.000Z`,
      ],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1)
        times.push(await time(() => read(server, `/v1/users/p/reports?${query()}`)))
      say(`${name} of ${own.toLocaleString('en')}`, describeTimes(times))
    }
    const numbers: number[] = []
    for (let round = 0; round < 20; round += 1)
      numbers.push(await time(() => read(server, '/v1/users/p/report-numbers')))
    say('the numbers of the newest 300', describeTimes(numbers))
    say('a report of 5 MB', describeTimes([await time(() => read(server, '/v1/users/big/reports/big-1'))]))
    say('preview of erasing', describeTimes([await time(() => read(server, '/v1/users/p/erasure'))]))

    // Resets the peak. This works only on Linux.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = memoryBytes(server.pid, 'VmRSS')
    const reason = 'A bench'
    const [[took, bytes], waited] = await whileReading(server, ['/v1/users', '/v1/users?page=2'], async () => {
      let size = 0
      const tookSeconds = await seconds(async () => (size = await read(server, '/v1/users/p/export', { reason })))
      return [tookSeconds, size] as const
    })
    const peakMb = (memoryBytes(server.pid, 'VmHWM') - before) / 2 ** 20
    const megabytes = (bytes / 1e6).toFixed(1)
    say('everything as a zip file', `${took.toFixed(1)} s, ${megabytes} MB, peak ${peakMb.toFixed(0)} MB above`)
    say('the reader meanwhile', describeTimes(waited))

    await withDatabase(where, async (database) => {
      const [erased, waitedLater] = await whileReading(server, ['/v1/users', '/v1/users?page=2'], () =>
        seconds(async () => {
          await read(server, '/v1/users/p/erasure', { reason, memberId: 'HM-P' })
          while ((await countOwn(database)) > 0) await sleep(200)
        }),
      )
      say(`erasing ${own.toLocaleString('en')} reports`, `${erased.toFixed(1)} s`)
      say('the reader meanwhile', describeTimes(waitedLater))
    })
  } finally {
    await server.stop()
  }
})

/** One user with 10,000 reports, one with a report of 5 MB, and others with ten reports each. */
async function fill({ db }: Database): Promise<void> {
  const user = { ...unknownUser, firstName: 'Ada', dateOfBirth: '1980-01-01' }
  const others = Math.ceil((amount - own) / 10)
  const ids = ['p', 'big', ...Array.from({ length: others }, (_, index) => `u${index}`)]
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = ids.slice(from, from + rowsAtOnce).map((id) => ({
      ...user,
      id,
      memberId: id === 'p' ? 'HM-P' : `HM-${id}`,
      lastName: `Name ${id}`,
    }))
    await db.insertInto('endUsers').values(rows).execute()
  }
  const rowOf = (id: string, userId: string, index: number, filler: number) => {
    const generatedAt = firstAt + index * 9_000
    const values = { heartRate: { restingBpm: 55 + (index % 20) }, sleep: { asleepMin: 300 + (index % 200) } }
    const document = JSON.stringify({ reportId: id, generatedAt, ...values, notes: 'x'.repeat(filler) })
    return { id, userId, generatedAt, document }
  }
  await db
    .insertInto('reports')
    .values(rowOf('big-1', 'big', 0, 5_000_000))
    .execute()
  for (let from = 0; from < amount; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, amount - from) }, (_, step) => {
      const index = from + step
      return rowOf(`r${index}`, index < own ? 'p' : `u${index % others}`, index % own, 1_850)
    })
    await db.insertInto('reports').values(rows).execute()
  }
}

/** Reads a response to its end. @returns its size in bytes */
async function read(server: ServerProcess, path: string, body?: object): Promise<number> {
  const answer = await server.call(body ? 'POST' : 'GET', path, body)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  return bytes
}

async function countOwn({ db }: Database): Promise<number> {
  const { reports } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('userId', '=', 'p')
    .executeTakeFirstOrThrow()
  return reports
}
