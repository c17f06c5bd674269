import { expect, test } from 'vitest'
import { sessionOf, signedIn } from '../../../../testing/factories.ts'
import {
  download,
  finishHashing,
  ggufOf,
  listFiles,
  put,
  startFilesApp,
  uploadFirst,
  uploadNext,
} from '../../../../testing/files/files-app.ts'
import { listReleased } from '../versions/published-store.ts'

const reason = 'Wrong emergency number.'

test('the identity is confirmed when an upload begins, and its session publishes later without a confirmation', async () => {
  const { session, testApp } = await startFilesApp()
  const first = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
  const begun = (await session.call('PUT', `/v1/files/${first.id}`)).json()
  await put(begun.url[0], ggufOf(6_000))
  testApp.advance(11 * 60_000)
  const rejected = await session.call('PUT', `/v1/files/${first.id}`)
  expect([rejected.statusCode, rejected.json().error.code]).toEqual([403, 'confirm_identity'])

  const body = { id: first.id, version: 2, filename: 'b.gguf' }
  const elsewhere = await sessionOf(testApp, session.admin)
  await testApp.context.db
    .updateTable('sessions')
    .set({ confirmedAtMs: testApp.context.now() - 3_600_000 })
    .execute()
  const asked = await elsewhere.call('PATCH', `/v1/files/${first.id}`, body)
  expect([asked.statusCode, asked.json().error.code]).toEqual([403, 'confirm_identity'])
  expect((await session.call('PATCH', `/v1/files/${first.id}`, body)).statusCode).toBe(200)
})

test('[files-13] a version is withdrawn with all versions of the same content, the current one only with a replacement', async () => {
  const app = await startFilesApp()
  const { session, testApp, context } = app
  const first = (await uploadFirst(session, 'one.gguf', ggufOf(5_000))).json()
  const second = (await uploadNext(session, first, 'two.gguf', ggufOf(6_000, 2))).json()
  await uploadNext(session, second, 'again.gguf', ggufOf(5_000))
  await finishHashing(app)
  const path = `/v1/files/${first.id}/versions`
  const withdraw = (version: number, body: object) => session.call('POST', `${path}/${version}/withdrawal`, body)
  const admin = await signedIn(testApp)
  expect((await admin.call('POST', `${path}/2/withdrawal`, { reason })).statusCode).toBe(403)
  expect((await withdraw(1, { reason })).statusCode).toBe(409)
  expect((await withdraw(2, { reason, goBackTo: 1 })).statusCode).toBe(409)
  expect((await withdraw(1, { reason, goBackTo: 3 })).statusCode).toBe(409)

  const answer = await withdraw(1, { reason, goBackTo: 2 })
  expect(answer.json()).toMatchObject({ version: 4, filename: 'two.gguf' })
  const versions = (await admin.call('GET', path)).json().data
  expect(versions).toMatchObject([
    { version: 4, state: 'published', restoredFrom: 2, decisions: [{ decision: 'restore', reason }] },
    { version: 3, state: 'withdrawn', decisions: [{ decision: 'withdraw', reason, by: { fullName: 'Ada Lovelace' } }] },
    { version: 2, state: 'published' },
    { version: 1, state: 'withdrawn', decisions: [{ decision: 'withdraw', reason }] },
  ])
  const rejected = await download(app, versions[3].url)
  expect(rejected.status).toBe(410)
  expect(await rejected.json()).toMatchObject({ error: { message: `Version 1 was withdrawn: ${reason}` } })
  const back = await session.call('POST', `${path}/1/restore`, { reason, replaces: 4 })
  expect(back.json().error.message).toBe('Version 1 was withdrawn. Its history shows by whom and why.')
  const { besides } = (await session.call('GET', '/v1/files')).json().data
  expect(besides).toMatchObject([{ version: 3, state: 'withdrawn', decisions: [{ reason }] }])
  expect((await listReleased(context.db)).map((row) => [row.number, row.state, row.withdrawnBecause])).toEqual([
    [1, 'withdrawn', reason],
    [2, 'published', null],
    [3, 'withdrawn', reason],
    [4, 'published', null],
  ])
})

test('going back requires the current version that the admin has seen', async () => {
  const { session } = await startFilesApp()
  const first = (await uploadFirst(session, 'one.gguf', ggufOf(5_000))).json()
  await uploadNext(session, first, 'two.gguf', ggufOf(6_000, 2))
  const path = `/v1/files/${first.id}/versions/1/restore`
  expect((await session.call('POST', path, { reason, replaces: 1 })).statusCode).toBe(409)
  expect((await session.call('POST', path, { reason: '', replaces: 2 })).statusCode).toBe(400)
  expect((await session.call('POST', path, { reason, replaces: 2 })).statusCode).toBe(200)
  expect(await listFiles(session)).toMatchObject([{ version: 3 }])
})
