import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { filePart, multipart, namePart, patientsWith, workbook } from '../../../../testing/patients/upload.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../../testing/factories.ts'
import { updateRole } from '../admins/store.ts'

type Change = { method: string; path: string; headers: Record<string, string>; body: Buffer }

const rename: Change = {
  method: 'PATCH',
  path: '/v1/admins/me',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"fullName":"Someone Else"}'),
}
const replacePatients: Change = {
  method: 'PUT',
  path: '/v1/hospital-patients',
  ...multipart([namePart(), filePart(workbook(patientsWith(3)))]),
}

async function begin(input: Parameters<typeof signedIn>[1] = {}) {
  const testApp = await buildTestApp()
  await testApp.app.listen({ port: 0 })
  return { testApp, ada: await signedIn(testApp, input) }
}

/** Sends a change except for its last byte, and returns once its session was checked. */
async function sendSlowly(testApp: TestApp, { admin, cookies }: Session, { body, ...change }: Change) {
  const { port } = testApp.app.server.address() as AddressInfo
  const headers = {
    ...change.headers,
    cookie: `session-3000=${cookies['session-3000']}`,
    'content-length': body.length,
  }
  const request = httpRequest({ ...change, port, headers })
  const answered = once(request, 'response')
  // The time of the last request is stored only at intervals.
  testApp.advance(60_000)
  const beganAtMs = testApp.context.now()
  request.write(body.subarray(0, -1))
  const seen = testApp.context.db.selectFrom('sessions').select('lastSeenAtMs').where('adminId', '=', admin.id)
  while ((await seen.executeTakeFirstOrThrow()).lastSeenAtMs < beganAtMs) await sleep(10)
  return async (): Promise<number> => {
    request.end(body.subarray(-1))
    const [response] = await answered
    response.resume()
    return response.statusCode
  }
}

test.each([
  ['a name', rename],
  ['a table', replacePatients],
])('%s is not changed if the session ends before the body has arrived', async (_what, change) => {
  const { testApp, ada } = await begin({ fullName: 'Grace Hopper' })
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const finish = await sendSlowly(testApp, ada, change)
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.admin.id] })
  expect(await finish()).toBe(401)
  const { db } = testApp.context
  const name = await db.selectFrom('admins').select('fullName').where('id', '=', ada.admin.id).executeTakeFirst()
  expect(name).toEqual({ fullName: 'Grace Hopper' })
  expect(await db.selectFrom('patientImports').selectAll().execute()).toEqual([])
})

test('a super admin whose role is lowered before the body has arrived invites no one', async () => {
  const { testApp, ada } = await begin({ role: 'super_admin' })
  const { db } = testApp.context
  const body = Buffer.from('{"users":[{"email":"eve@example.org"}],"role":"super_admin"}')
  const headers = { 'content-type': 'application/json' }
  const finish = await sendSlowly(testApp, ada, { method: 'POST', path: '/v1/admin-invites', headers, body })
  await updateRole(db, [ada.admin.id], 'admin')
  expect(await finish()).toBe(403)
  expect(await db.selectFrom('invitations').selectAll().execute()).toEqual([])
})

test.each([
  ['a name', rename],
  ['a table', replacePatients],
])('%s is changed by a slow request if the session has not ended meanwhile', async (_what, change) => {
  const { testApp, ada } = await begin()
  const finish = await sendSlowly(testApp, ada, change)
  expect(await finish()).toBe(200)
})
