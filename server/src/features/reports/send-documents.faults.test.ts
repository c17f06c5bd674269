import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startAppProcess } from '../../../testing/processes/app-process.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

const amount = 10_000
const sizeBytes = 20_000
const reportStart = '{"reportId":'
const mebibyte = 1024 * 1024
/** Out of 200. */
const mostGrowth = 110
const longestBytes = 7_900_000
/** Out of 158. */
const mostOfReader = 60

test('[reports-16] all reports of a user are streamed to a slow reader without being in memory as a whole', async () => {
  const testApp = await buildTestApp()
  const { cookies } = await signedIn(testApp)
  await insertUsers(testApp, [{ id: 'u1' }])
  await insertLargeReports(testApp)
  const server = await startServer(testApp)

  const before = await server.memory()
  const answer = await download(server.origin, cookies)
  const after = await server.memory()

  expect(answer.status).toBe(200)
  expect(answer.bytes).toBeGreaterThan(amount * sizeBytes)
  expect(answer.end).toMatch(/x"\}\]\}\}$/)
  expect(answer.reports).toBe(amount)
  expect((after.peakRssBytes - before.rssBytes) / mebibyte).toBeLessThan(mostGrowth)
})

test('[reports-21] one page of the longest reports needs a small part of its size in memory, also for several readers', async () => {
  const testApp = await buildTestApp()
  const { cookies } = await signedIn(testApp)
  await insertUsers(testApp, [{ id: 'u1' }])
  for (let index = 0; index < 20; index += 1)
    await insertReports(testApp, 'u1', [{ at: '2026-03-07T00:00:00Z', filler: 'x'.repeat(longestBytes) }])
  const server = await startServer(testApp)

  const before = await server.memory()
  const readers = Array.from({ length: 3 }, () => download(server.origin, cookies, '/v1/users/u1/reports'))
  for (const answer of await Promise.all(readers)) {
    expect(answer.bytes).toBeGreaterThan(20 * longestBytes)
    expect(answer.reports).toBe(20)
  }
  const after = await server.memory()
  expect((after.peakRssBytes - before.rssBytes) / mebibyte).toBeLessThan(3 * mostOfReader)
})

/** Runs statements that end within the time limit of requests, however busy the machine is. */
async function insertLargeReports({ context: { db, engine } }: TestApp): Promise<void> {
  const filler =
    engine.name === 'sqlite'
      ? sql`replace(hex(zeroblob(${sql.lit(sizeBytes / 2)})), '0', 'x')`
      : sql`repeat('x', ${sql.lit(sizeBytes)})`
  const atOnce = 250
  for (let first = 1; first <= amount; first += atOnce) {
    const last = first + atOnce - 1
    await sql`
      insert into reports (id, user_id, generated_at, document)
      with recursive numbers (n) as (
        select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)}
      )
      select 'r' || n, 'u1', 1700000000 + n,
        '{"reportId":"r' || n || '","generatedAt":' || (1700000000 + n) || ',"filler":"' || ${filler} || '"}'
      from numbers`.execute(db)
  }
}

async function startServer(testApp: TestApp) {
  const { origin, child } = await startAppProcess(testApp, ['--max-old-space-size=96'])
  return {
    origin,
    async memory() {
      const answered = once(child, 'message') as Promise<[{ rssBytes: number; peakRssBytes: number }]>
      child.send('memory')
      return (await answered)[0]
    },
  }
}

/** Pauses halfway, when data that the server produces meanwhile would pile up. */
async function download(origin: string, cookies: Record<string, string>, path = '/v1/users/u1/reports?all=true') {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const call = request(`${origin}${path}`, { headers: { cookie } }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  let bytes = 0
  let reports = 0
  let end = ''
  let paused = false
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    const text = chunk.toString('latin1')
    reports += (end.slice(1 - reportStart.length) + text).split(reportStart).length - 1
    end = (end + text).slice(-sizeBytes)
    if (!paused && bytes > 2 * mebibyte) {
      paused = true
      await sleep(1_500)
    }
  }
  return { status: response.statusCode, bytes, reports, end }
}
