import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-app.ts'
import { type Session, signedIn } from '../testing/factories.ts'

/** Sends all of a change but its end, and returns once its session was found good. */
async function beginRename(testApp: TestApp, { admin, cookies }: Session) {
  const { db } = testApp.context
  const cookie = `session=${cookies['session']}`
  const { port } = testApp.app.server.address() as AddressInfo
  const options = { port, method: 'PATCH', path: '/v1/admins/me' }
  const request = httpRequest({ ...options, headers: { cookie, 'content-type': 'application/json' } })
  const answered = once(request, 'response')
  // The time of the last request is stored again only after a while.
  testApp.advance(60_000)
  const beganAtMs = testApp.context.now()
  request.write('{"fullName":"Somebody')
  const seen = db.selectFrom('sessions').select('lastSeenAtMs').where('adminId', '=', admin.id)
  while ((await seen.executeTakeFirstOrThrow()).lastSeenAtMs < beganAtMs) await sleep(10)
  return async (): Promise<number> => {
    request.end(' Else"}')
    const [response] = await answered
    response.resume()
    return response.statusCode
  }
}

test('a change whose session ends before its body has arrived is not made', async () => {
  const testApp = await buildTestApp()
  await testApp.app.listen({ port: 0 })
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const ada = await signedIn(testApp, { fullName: 'Grace Hopper' })
  const finish = await beginRename(testApp, ada)
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.admin.id] })
  expect(await finish()).toBe(401)
  const names = testApp.context.db.selectFrom('admins').select('fullName').where('id', '=', ada.admin.id)
  expect(await names.execute()).toEqual([{ fullName: 'Grace Hopper' }])
})

test('a slow change is made when nothing has ended its session', async () => {
  const testApp = await buildTestApp()
  await testApp.app.listen({ port: 0 })
  const ada = await signedIn(testApp)
  const finish = await beginRename(testApp, ada)
  expect(await finish()).toBe(200)
})
