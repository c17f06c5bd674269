import { expect, test } from 'vitest'
import { download, ggufOf, startFilesApp, uploadFirst } from '../../../../testing/files/files-app.ts'
import { named } from '../../../../testing/audit-log.ts'

test('[files-11] a download is an attachment with its own name, whole or in ranges', async () => {
  const app = await startFilesApp()
  const { session } = app
  const content = ggufOf(100_000)
  const { url } = (await uploadFirst(session, 'Größe "v2".gguf', content)).json()
  const whole = await download(app, url)
  expect(whole.status).toBe(200)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="Gr__e _v2_.gguf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22v2%22.gguf`,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  })
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)

  const etag = whole.headers.get('etag') ?? ''
  const part = await download(app, url, { range: 'bytes=1000-1999', 'if-range': etag })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${content.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true)
  const other = await download(app, url, { range: 'bytes=1000-1999', 'if-range': '"older"' })
  expect(other.status).toBe(200)
  await other.body?.cancel()

  const behind = await download(app, url, { range: `bytes=${content.length}-` })
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`])
  expect(((await behind.json()) as { error: { code: string } }).error.code).toBe('unsatisfiable_range')
})

test.each(['', 'text/plain;charset=UTF-8', 'application/octet-stream', 'application/json'])(
  'a new version can be begun with an empty body of type "%s"',
  async (type) => {
    const { session, testApp } = await startFilesApp()
    const { id } = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
    const begin = (body: string) =>
      testApp.app.inject({
        method: 'PUT',
        url: `/v1/files/${id}`,
        cookies: session.cookies,
        headers: { 'content-length': String(body.length), ...(type && { 'content-type': type }) },
        body,
      })
    expect((await begin('')).json()).toEqual({ url: [expect.stringContaining('/content?')] })
    if (type !== 'application/json') expect((await begin('x')).statusCode).toBe(415)
  },
)

test('HEAD returns the length without reading the file', async () => {
  const { session, testApp } = await startFilesApp()
  const content = ggufOf(5_000)
  const { url } = (await uploadFirst(session, 'a.gguf', content)).json()
  const head = await testApp.app.inject({ method: 'HEAD', url: new URL(url).pathname, cookies: session.cookies })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(content.length), ''])
})

test('[files-21] a download honours If-Match, and HEAD ignores ranges', async () => {
  const { session, testApp } = await startFilesApp()
  const content = ggufOf(5_000)
  const { url } = (await uploadFirst(session, 'a.gguf', content)).json()
  const ask = (method: 'GET' | 'HEAD', headers: Record<string, string>) =>
    testApp.app.inject({ method, url: new URL(url).pathname, cookies: session.cookies, headers })
  const etag = String((await ask('HEAD', {})).headers.etag)
  const statusOf = async (headers: Record<string, string>) => (await ask('GET', headers)).statusCode
  expect(await statusOf({ 'if-match': etag })).toBe(200)
  expect(await statusOf({ 'if-match': `"older", ${etag}`, range: 'bytes=0-9' })).toBe(206)
  expect(await statusOf({ 'if-match': '*' })).toBe(200)
  for (const ifMatch of ['"older"', `W/${etag}`, '']) {
    const rejected = await ask('GET', { 'if-match': ifMatch, 'if-none-match': etag, range: 'bytes=0-9' })
    expect([rejected.statusCode, rejected.json().error.code]).toEqual([412, 'precondition_failed'])
  }
  for (const range of ['bytes=0-9', 'bytes=9999999-']) {
    const head = await ask('HEAD', { range })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(content.length)])
    expect(head.headers['content-range']).toBeUndefined()
  }
})

test('[files-11] a download needs a session and an existing version', async () => {
  const { session, testApp } = await startFilesApp()
  const { id, url } = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
  expect((await testApp.app.inject({ method: 'GET', url: new URL(url).pathname })).statusCode).toBe(401)
  const path = `/v1/files/${id}/versions`
  expect((await session.call('GET', `${path}/2/download`)).statusCode).toBe(404)
  expect((await session.call('GET', `${path}/latest/download`)).statusCode).toBe(400)
  expect((await session.call('GET', `/v1/files/nothing/versions/1/download`)).statusCode).toBe(404)
  expect((await session.call('GET', `${path}/1/text`)).statusCode).toBe(404)
})

test('[files-17] actions on files are logged, without the file names', async () => {
  const app = await startFilesApp()
  const { session, context } = app
  const { id, url } = (await uploadFirst(session, 'secret-name.gguf', ggufOf(5_000))).json()
  await (await download(app, url)).arrayBuffer()
  const events = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'actorId'])
    .where('action', 'like', 'files.%')
    .orderBy('sequence')
    .execute()
  const actorId = session.admin.id
  expect(events).toEqual([
    { action: 'files.upload', subjects: expect.stringContaining(`"file:${id}","upload:`), actorId },
    { action: 'files.publish', subjects: named(`file:${id}`, `version:${id}/1`), actorId },
    { action: 'files.download', subjects: named(`file:${id}`, `version:${id}/1`), actorId },
  ])
  expect(app.testApp.logLines.join('')).not.toContain('secret-name')
})

test('URLs use the name under which the caller reached the console', async () => {
  const { session, testApp, origin } = await startFilesApp()
  await uploadFirst(session, 'a.gguf', ggufOf(5_000))
  const { port } = new URL(origin)
  const urlFor = async (host: string) => {
    const headers = { host }
    const answer = await testApp.app.inject({ method: 'GET', url: '/v1/files', cookies: session.cookies, headers })
    return new URL(answer.json().data.files[0].url).origin
  }
  expect(await urlFor(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`)
  expect(await urlFor('evil.example.org')).toBe(origin)
})
