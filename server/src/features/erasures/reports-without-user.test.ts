import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { finishErasures } from './erasing/finish-erasures.ts'

const never = new AbortController().signal
const at = '2026-03-07T00:00:00Z'
const reason = 'Asked for it'

async function startWithReports() {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const eraser = await withToken(testApp, ['users:erase'])
  const writer = await withToken(testApp, ['users:write', 'reports:write'])
  await insertReports(
    testApp,
    'early-bird',
    Array.from({ length: 120 }, () => ({ at })),
  )
  const eraseByToken = (id = 'early-bird') =>
    testApp.app.inject({
      method: 'DELETE',
      url: `/machine/v1/users/${id}?reason=Asked+for+it`,
      headers: eraser.headers,
    })
  const write = (noun: string, line: object) =>
    testApp.app.inject({
      method: 'POST',
      url: `/machine/v1/${noun}`,
      headers: { ...writer.headers, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(line)}\n`,
    })
  return { testApp, context: testApp.context, boss, eraseByToken, write }
}

test('an id of which only reports have arrived can be erased with a token, and stays erased when its user arrives', async () => {
  const { testApp, context, boss, eraseByToken, write } = await startWithReports()
  expect((await eraseByToken('nobody')).statusCode).toBe(404)
  expect((await eraseByToken()).statusCode).toBe(204)
  // Some reports are not deleted yet.
  expect((await eraseByToken()).statusCode).toBe(204)
  expect((await boss.call('GET', '/v1/users/early-bird/erasure')).statusCode).toBe(404)
  await finishErasures(context)(never)
  expect((await eraseByToken()).statusCode).toBe(204)
  expect(await context.db.selectFrom('erasures').select(['userId', 'reports']).execute()).toEqual([
    { userId: 'early-bird', reports: 120 },
  ])
  expect(await context.db.selectFrom('reports').select('id').execute()).toEqual([])
  for (const answer of [
    await write('users', { id: 'early-bird', lastName: 'Back' }),
    await write('reports', { userId: 'early-bird', report: { reportId: 'r', generatedAt: 1 } }),
  ])
    expect(answer.json().error.lineErrors).toMatchObject([{ code: 'erased' }])
  // This is what a product would do that writes with SQL, against the rules.
  await insertReports(testApp, 'early-bird', [{ at }])
  expect((await eraseByToken()).statusCode).toBe(204)
  await finishErasures(context)(never)
  expect(await context.db.selectFrom('reports').select('id').execute()).toEqual([])
})

test('a super admin previews, downloads, puts on legal hold and erases an id of which only reports have arrived', async () => {
  const { context, boss } = await startWithReports()
  const url = '/v1/users/early-bird'
  expect((await boss.call('GET', url)).statusCode).toBe(404)
  expect((await boss.call('GET', `${url}/erasure`)).json().data).toMatchObject({ reports: 120, hold: null })
  const exported = await boss.call('POST', `${url}/export`, { reason })
  expect([exported.statusCode, exported.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(exported.rawPayload.includes('reports/00120.json')).toBe(true)
  const erase = (memberId: string) => boss.call('POST', `${url}/erasure`, { reason, memberId })
  expect((await boss.call('PUT', `${url}/legal-hold`, { reason })).statusCode).toBe(204)
  expect((await erase('rly-bird')).statusCode).toBe(409)
  expect((await boss.call('DELETE', `${url}/legal-hold`)).statusCode).toBe(204)
  expect((await erase('early-bi')).statusCode).toBe(400)
  expect((await erase('rly-bird')).statusCode).toBe(204)
  await finishErasures(context)(never)
  expect(await context.db.selectFrom('reports').select('id').execute()).toEqual([])
  for (const gone of [await erase('rly-bird'), await boss.call('POST', `${url}/export`, { reason })])
    expect(gone.statusCode).toBe(404)
})
