import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { byServer } from '../../../core/audit/entry.ts'
import { emptyChain, isIntact } from '../../../core/audit/verify-audit.mjs'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import { startExport } from './export-events.ts'

const url = '/v1/audit-events/export'
const twenty = Array.from({ length: 20 }, (_, index) => `user:0198aaaa-1111-7000-a000-0000000000${index + 10}` as const)

async function withEntries(count: number) {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', fullName: '=cmd|calc' })
  const entry = { ...byServer, actorId: boss.admin.id, action: 'users.list', address: '192.0.2.7' } as const
  const entries = Array.from({ length: count }, (_, index) => ({
    ...entry,
    subjects: [`user:u${index}`, ...twenty] as const,
  }))
  await testApp.context.audit.write(entries.map((each) => ({ ...each, subjects: [...each.subjects] })))
  return { testApp, boss }
}

const rowsOf = (body: string): AuditEventsTable[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => 'sequence' in line)
    .map((line) => ({ ...line, subjects: JSON.stringify(line.subjects) }))

const exportsOn = ({ context: { db } }: TestApp) =>
  db
    .selectFrom('auditEvents')
    .select(['action', 'outcome', 'count', 'subjects'])
    .where('action', 'like', 'audit.export%')
    .orderBy('sequence')
    .execute()

test(
  'the whole audit log is exported as NDJSON in the order of its chain, with everything that its hashes cover',
  { tags: 'postgres' },
  async () => {
    const { testApp, boss } = await withEntries(1_203)
    const answer = await boss.call('GET', `${url}?format=ndjson`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-log\.ndjson"/),
      'cache-control': 'no-store',
    })
    const rows = rowsOf(answer.body)
    expect(rows).toHaveLength(1_203)
    let end = emptyChain
    for (const row of rows.toReversed()) {
      expect(row).toMatchObject({ sequence: end.sequence + 1, previousHash: end.hash })
      expect(isIntact(row)).toBe(true)
      end = row
    }
    expect(await exportsOn(testApp)).toEqual([
      { action: 'audit.export', outcome: 'ok', count: 1, subjects: '[]' },
      { action: 'audit.export_end', outcome: 'ok', count: 1_203, subjects: '[]' },
    ])
  },
)

test('an export has the filters of the list, and an export about one user is logged with that user', async () => {
  const { testApp, boss } = await withEntries(1_203)
  const answer = await boss.call('GET', `${url}?format=ndjson&subject=user:u7&seen=true`)
  expect(rowsOf(answer.body).map(({ sequence }) => sequence)).toEqual([8])
  const all = await boss.call('GET', `${url}?format=ndjson&group=listUsers`)
  expect(rowsOf(all.body).map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 1_203 }, (_, index) => 1_203 - index),
  )
  expect((await exportsOn(testApp)).map(({ count, subjects }) => [count, subjects])).toEqual([
    [1, '["user:u7"]'],
    [1, '["user:u7"]'],
    [1, '[]'],
    [1_203, '[]'],
  ])
})

test('a CSV export has the same entries as text, and nothing that a spreadsheet program would run', async () => {
  const { boss } = await withEntries(2)
  const answer = await boss.call('GET', `${url}?format=csv&group=listUsers`)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, first, second, end] = answer.body.split('\r\n')
  expect(head).toMatch(/^\uFEFFSequence,Time \(UTC\),Who,Id of who,/)
  expect(first).toContain(
    `,'=cmd|calc,${boss.admin.id},,Listed users,users.list,list,user:u1 ${twenty.join(' ')},ok,,1,192.0.2.7,`,
  )
  expect(second).toMatch(/^1,/)
  expect(end).toBe('')
  for (const fullName of ['+1+1', '-1+1', '@SUM(A1)', '＝1', '＋1', '－1', '＠SUM(A1)']) {
    await boss.call('PATCH', '/v1/admins/me', { fullName })
    expect((await boss.call('GET', `${url}?format=csv&group=listUsers`)).body).toContain(`,'${fullName},`)
  }
})

test('an empty export contains only the heading, and is logged too', async () => {
  const { testApp, boss } = await withEntries(1)
  expect((await boss.call('GET', `${url}?format=csv&subject=user:nobody`)).body.split('\r\n')).toHaveLength(2)
  expect((await exportsOn(testApp))[1]).toMatchObject({ outcome: 'ok', count: 0 })
})

test(
  'no more is read than the caller receives, and a disconnected caller ends the export, which is logged',
  { tags: 'postgres' },
  async () => {
    const { testApp } = await withEntries(5_000)
    const ends: unknown[] = []
    const chunks = await startExport(
      testApp.context,
      { format: 'ndjson', filter: undefined },
      async (ended) => void ends.push(ended),
    )
    await chunks.next()
    await chunks.return(undefined)
    expect(ends).toEqual([{ outcome: 'failed', count: 100 }])
  },
)

test('an export whose caller disconnects stops, and is logged as failed', async () => {
  const { testApp, boss } = await withEntries(20_000)
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  const cookie = Object.entries(boss.cookies).map(([name, value]) => `${name}=${value}`)
  const call = request({ port, path: `${url}?format=ndjson`, headers: { cookie: cookie.join('; ') } }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  await once(response, 'readable')
  response.destroy()
  await expect
    .poll(() => exportsOn(testApp), { timeout: 60_000 })
    .toMatchObject([{ outcome: 'ok' }, { outcome: 'failed' }])
})

test('an export that cannot be logged is not sent, and only callers who may read the log may export it', async () => {
  const { testApp, boss } = await withEntries(1)
  const { call } = await signedIn(testApp)
  expect((await call('GET', `${url}?format=csv`)).statusCode).toBe(403)
  expect((await boss.call('GET', url)).json().error.fields).toMatchObject([{ path: 'format' }])
  const many = Array.from({ length: 21 }, (_, index) => `patient:4${index + 10}` as const)
  await testApp.context.audit.write([{ ...byServer, action: 'patients.view', subjects: many }])
  expect((await boss.call('GET', `${url}?format=csv&text=4`)).json().error.fields).toMatchObject([{ path: 'text' }])
  expect(await exportsOn(testApp)).toMatchObject([{ outcome: 'denied' }])
})
