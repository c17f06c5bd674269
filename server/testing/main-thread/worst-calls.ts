import { randomUUIDv7 } from 'node:crypto'
import { largestBatch } from '@health-console/contract/users/product-writes.ts'
import { insertReports } from '../reports/insert-reports.ts'
import type { SampleCalls, World } from '../sample-calls/sample-call.ts'
import { insertUsers } from '../users/insert-users.ts'
import { withToken } from '../service-accounts.ts'

const asBoss = ({ boss }: World) => ({ cookies: boss.cookies })
const day = '2026-03-07T00:00:00Z'
/** The longest value of a field, of characters that need the most work. */
export const longName = (mark: string) => `${'Ǻ́'.repeat(98)}${mark}`.slice(0, 200)
const mebibyte = 2 ** 20

/** Requests that need the most work within the limits, instead of the sample request. */
export const worstCalls: SampleCalls = {
  'GET /v1/users': async (world) => ({
    url: `/v1/users?search=${encodeURIComponent('ǻ '.repeat(30))}`,
    ...asBoss(world),
  }),
  'GET /v1/users/:id/reports': async (world) => ({
    url: `/v1/users/${await userWithReports(world, 3, 7.5 * mebibyte)}/reports`,
    ...asBoss(world),
  }),
  'GET /v1/users/:id/reports/:reportId': async (world) => {
    const id = await userWithReports(world, 1, 7.5 * mebibyte)
    const { id: reportId } = await world.testApp.context.db
      .selectFrom('reports')
      .select('id')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    return { url: `/v1/users/${id}/reports/${reportId}`, ...asBoss(world) }
  },
  'POST /v1/users/:id/export': async (world) => ({
    url: `/v1/users/${await userWithReports(world, 3, 7.5 * mebibyte)}/export`,
    body: { reason: 'Asked for it' },
    ...asBoss(world),
  }),
  'GET /v1/users/:id/report-numbers': async (world) => {
    const [user] = await insertUsers(world.testApp, [{}])
    const numbers = Array.from({ length: 200 }, (_, index) => [`a number with a long name ${index}`, index * 1.1])
    const values = { ...Object.fromEntries(numbers), filler: manyValues(0.02 * mebibyte) }
    await insertReports(
      world.testApp,
      user?.id ?? '',
      Array.from({ length: 300 }, () => ({ at: day, ...values })),
    )
    return { url: `/v1/users/${user?.id}/report-numbers`, ...asBoss(world) }
  },
  'GET /v1/audit-events': async (world) => ({ url: '/v1/audit-events?group=product', ...asBoss(world) }),
  'POST /machine/v1/users': async (world) =>
    batch(world, 'users', (index) => ({
      id: randomUUIDv7(),
      memberId: longName(String(index)),
      firstName: longName('A'),
      lastName: longName('B'),
      email: 'ada@example.org',
    })),
  'POST /machine/v1/reports': async (world) =>
    batch(world, 'reports', () => ({
      userId: 'any',
      report: { reportId: randomUUIDv7(), generatedAt: 1, values: manyValues(1_500) },
    })),
}

const manyValues = (bytes: number) => Array.from({ length: Math.floor(bytes / 8) }, (_, index) => ({ a: index % 10 }))

async function userWithReports(world: World, amount: number, bytes: number): Promise<string> {
  const [user] = await insertUsers(world.testApp, [{}])
  const filler = 'é'.repeat(bytes / 2)
  for (let index = 0; index < amount; index += 1)
    await insertReports(world.testApp, user?.id ?? '', [{ at: day, filler }])
  return user?.id ?? ''
}

/** As many lines as a batch may have, of the longest length that fits. */
async function batch({ testApp }: World, noun: 'users' | 'reports', lineOf: (index: number) => object) {
  const { headers } = await withToken(testApp, [`${noun}:write`])
  const lines: string[] = []
  let bytes = 0
  for (let index = 0; index < largestBatch.lines; index += 1) {
    const line = `${JSON.stringify(lineOf(index))}\n`
    bytes += Buffer.byteLength(line)
    if (bytes > largestBatch.bytes) break
    lines.push(line)
  }
  return {
    url: `/machine/v1/${noun}`,
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: Buffer.from(lines.join('')),
  }
}
