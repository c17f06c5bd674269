import { endpoint } from '@health-console/contract/http/endpoint.ts'
import { ErrorBody } from '@health-console/contract/errors.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp } from '../../../testing/build-app.ts'
import { urlOf, withDeclaredRoutes } from '../../../testing/http/declared-routes.ts'
import { signedIn } from '../../../testing/factories.ts'
import { router } from './route.ts'
import { sendSlowly } from '../../../testing/http/slow-sender.ts'

const json = { 'content-type': 'application/json' }

async function patchMe(body: string | Buffer, headers: Record<string, string> = json) {
  const testApp = await buildTestApp()
  const { cookies } = await signedIn(testApp)
  const answer = await testApp.app.inject({ method: 'PATCH', url: '/v1/admins/me', body, headers, cookies })
  return { testApp, answer }
}

test.each<[string, string, number, string | undefined]>([
  ['broken JSON', '{"fullName":', 400, undefined],
  ['a list', '[]', 400, 'body'],
  ['a text', '"Ada"', 400, 'body'],
  ['a number', '7', 400, 'body'],
  ['null', 'null', 400, 'fullName'],
  ['nothing', '', 400, 'fullName'],
  ['a wrong type', '{"fullName":{"toString":"x"}}', 400, 'fullName'],
  ['an unknown key', '{"fullName":"Ada","role":"super_admin"}', 400, 'role'],
  ['__proto__', '{"fullName":"Ada","__proto__":{"role":"super_admin"}}', 400, '__proto__'],
  ['constructor.prototype', '{"fullName":"Ada","constructor":{"prototype":{"a":1}}}', 400, 'constructor'],
  ['a NUL', String.raw`{"fullName":"A\u0000da"}`, 400, 'fullName'],
  ['half of a surrogate pair', String.raw`{"fullName":"A\ud83dda"}`, 400, 'fullName'],
  ['two halves apart', String.raw`{"fullName":"A\ud83d\n\ude00"}`, 400, 'fullName'],
  ['64 KiB and more', `{"fullName":"${'x'.repeat(64 * 1024)}"}`, 413, undefined],
])('a body that is %s is rejected with the error envelope', async (_, body, status, path) => {
  const { answer } = await patchMe(body)
  expect(answer.statusCode).toBe(status)
  const { error } = ErrorBody.parse(answer.json())
  expect(error.fields?.map((field) => field.path)).toEqual(path === undefined ? undefined : [path])
  expect(Object.prototype).not.toHaveProperty('role')
})

test('[api-12] a body that is not UTF-8 is rejected, also within a name or a key', async () => {
  for (const body of ['{"fullName":"A\xff"}', '{"full\xc0\xaf":1}', '{"fullName":"A\xed\xa0\x80"}', '\xfe\xff\0{\0}']) {
    const { answer } = await patchMe(Buffer.from(body, 'latin1'))
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      'The request cannot be read: its body is not valid UTF-8.',
    ])
  }
  const escaped = String.raw`{"fullName":"\ud83d\ude00 A\\ud83d"}`
  expect((await patchMe(escaped)).answer.json()).toMatchObject({ data: { user: { fullName: String.raw`😀 A\ud83d` } } })
  const { call } = await signedIn(await buildTestApp())
  for (const search of ['%ed%a0%80', '%ff', '%'])
    expect((await call('GET', `/v1/users?search=${search}`)).json().error.message).toBe('The URL cannot be read.')
})

test('[api-13] the error for a wrong type is a sentence', async () => {
  const { call } = await signedIn(await buildTestApp(), { role: 'super_admin' })
  const messageOf = async (url: string, body: unknown) => (await call('POST', url, body)).json().error.message
  const revoke = (body: unknown) => messageOf('/v1/admins/access/revoke', body)
  expect(await revoke({ userIds: 'x' })).toBe('userIds must be a list')
  expect(await revoke({ userIds: [1] })).toBe('userIds must be text')
  expect(await revoke({})).toBe('userIds is required')
  expect(await revoke([])).toBe('body must be an object')
  expect(await revoke({ userIds: ['x'], more: 1 })).toBe('more: Unknown field')
  const invite = (body: unknown) => messageOf('/v1/admin-invites', body)
  expect(await invite({ users: [{ email: 5 }], role: 'king', resend: 'yes' })).toBe(
    'email must be text; role must be one of admin, super_admin; resend must be true or false',
  )
})

test('[api-14] a path with an empty id is not found', async () => {
  const { call } = await signedIn(await buildTestApp(), { role: 'super_admin' })
  for (const [method, url] of [
    ['GET', '/v1/users/'],
    ['DELETE', '/v1/file-uploads/'],
    ['GET', '/v1/files//versions'],
  ] as const) {
    const answer = await call(method, url)
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
  }
})

test.each(['too slow', 'gone'])(
  'a client that is %s within its body is logged as such, and not as an unreachable database',
  async (how) => {
    const { app, logLines } = await buildTestApp(
      {},
      { limits: { bodyMs: how === 'gone' ? 60_000 : 200, headersMs: 300_000 } },
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    const head = 'POST /v1/auth/admin/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const arrived = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
    const sender = await sendSlowly(app, `${head}Content-Length: 60000\r\n\r\n{`)
    await arrived
    if (how === 'gone') sender.socket.destroy()
    const answer = await sender.untilClosed()
    expect(answer?.status).toBe(how === 'gone' ? undefined : 408)
    const readLog = () => logLines.map((line) => JSON.parse(line))
    await expect.poll(readLog).toContainEqual(expect.objectContaining({ msg: 'request rejected', code: 'invalid' }))
    expect(readLog().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  },
)

test('an empty body is accepted where no body is needed, with any content type', async () => {
  const { app } = await buildTestApp()
  for (const headers of [{}, json]) {
    expect((await app.inject({ method: 'POST', url: '/v1/auth/admin/logout', headers })).statusCode).toBe(204)
  }
  const body = await app.inject({ method: 'POST', url: '/v1/auth/admin/logout', headers: json, body: '{"a":1}' })
  expect(body.statusCode).toBe(400)
})

test.each([
  '/v1/admins?page=1',
  '/v1/admins?__proto__=1',
  '/v1/users?page=1&page=2',
  '/v1/users?page[]=1',
  '/v1/users?x=1',
])('an unknown or repeated parameter is rejected: %s', async (url) => {
  const { call } = await signedIn(await buildTestApp())
  const answer = await call('GET', url)
  expect(answer.statusCode).toBe(400)
  expect(ErrorBody.parse(answer.json()).error.code).toBe('invalid')
})

test('[api-2] every route of the API rejects an unknown field and an unknown parameter by name', async () => {
  const { testApp, routes } = await withDeclaredRoutes()
  const { cookies } = await signedIn(testApp, { role: 'super_admin' })
  for (const { method, url, signed } of routes) {
    // Signed URLs accept raw bytes and are rejected earlier.
    if (!url.startsWith('/v1/') || signed || method === 'HEAD') continue
    const answer = await testApp.app.inject({
      method: method as 'POST',
      url: `${urlOf(url)}?unknownParameter=1`,
      cookies,
      ...(method !== 'GET' && { body: { unknownField: 1 } }),
    })
    if (answer.statusCode === 415) {
      // These routes need a form instead of JSON.
      expect(url).toMatch(/^\/v1\/(hospital-patients|patient-imports)$/)
      continue
    }
    const paths: string[] = answer.json().error.fields?.map((field: { path: string }) => field.path) ?? []
    expect(`${method} ${url} ${answer.statusCode}`).toBe(`${method} ${url} 400`)
    expect(paths).toContain('unknownParameter')
    if (method !== 'GET') expect(paths).toContain('unknownField')
  }
})

test('[api-3] a response contains only the fields of the contract, at any depth', async () => {
  const { app, context } = await buildTestApp()
  const input = endpoint({
    name: 'given',
    method: 'GET',
    path: '/v1/given',
    summary: '',
    response: z.object({ data: z.array(z.object({ id: z.string() })) }),
  })
  const row = { id: '1', passwordHash: 'secret' }
  router(app, context)(input, {
    permission: 'public',
    action: 'session.view',
    why: 'a test',
    audit: null,
    handler: async () => ({ data: [row], total: 1 }) as { data: { id: string }[] },
  })
  expect((await app.inject('/v1/given')).json()).toEqual({ data: [{ id: '1' }] })
})

test('[api-5] an unknown path returns 404 with the envelope on every method, and an unreadable path does not return 500', async () => {
  const { app } = await buildTestApp()
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: '/v1/nothing' })
    expect(answer.statusCode).toBe(404)
    expect(ErrorBody.parse(answer.json()).error.code).toBe('not_found')
  }
  for (const url of ['/v1/%', '/v1/users/%E0%A4%A', `/v1/users/${'x'.repeat(600)}`, '/v1//']) {
    const answer = await app.inject({ method: 'GET', url })
    expect(answer.statusCode).toBeLessThan(500)
    expect(ErrorBody.parse(answer.json()).error.requestId).toBe(answer.headers['x-request-id'])
  }
})

test('a request for an unknown path or with another method is rejected whatever its body, and the error lists the methods', async () => {
  const { app } = await buildTestApp()
  const bodies = [
    { headers: { 'content-type': 'text/csv' }, body: 'x' },
    { headers: { 'content-type': 'application/json' }, body: '{' },
    { headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(100_000)}"` },
  ]
  for (const sent of bodies) {
    expect((await app.inject({ method: 'PUT', url: '/v1/nothing', ...sent })).statusCode).toBe(404)
    for (const [url, allow] of [
      ['/v1/users', 'GET, HEAD'],
      ['/v1/users/u1?x=1', 'GET, HEAD'],
      ['/v1/auth/admin/forgot-password', 'PATCH, POST'],
      ['/login', 'GET, HEAD'],
      ['/healthz', 'GET, HEAD'],
    ] as const) {
      const answer = await app.inject({ method: 'PUT', url, ...sent })
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 405, allow])
      expect(ErrorBody.parse(answer.json()).error.code).toBe('method_not_allowed')
    }
  }
  const options = await app.inject({ method: 'OPTIONS', url: '/v1/users' })
  expect([options.statusCode, options.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('an error about a body says what is wrong with it', async () => {
  const { app } = await buildTestApp()
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const answer = await app.inject({ method: 'POST', url: '/v1/auth/admin/forgot-password', headers: sent, body })
    return [answer.statusCode, answer.json().error.message]
  }
  const half = 'email: Half of a surrogate pair is not allowed'
  expect(await send(String.raw`{"email":"\ud83d"}`)).toEqual([400, half])
  expect(await send('{"email":"a@b.example","email":"c@d.example"}')).toEqual([400, 'email: This key occurs twice'])
  expect(await send('{"email":"a@b.example","__proto__":{}}')).toEqual([400, '__proto__: This key is not allowed'])
  expect(await send('{"email":')).toEqual([400, 'The request cannot be read: its body is not valid JSON.'])
  expect(await send('{}', { 'content-encoding': 'gzip' })).toEqual([415, 'Send the body without a Content-Encoding.'])
  for (const type of ['application/json; charset=utf-16', 'application/json;charset="UTF-16LE"'])
    expect(await send('{}', { 'content-type': type })).toEqual([415, 'Send JSON in UTF-8, without another charset.'])
  const withCharset = { 'content-type': 'application/json; charset="UTF-8"' }
  expect((await send('{"email":1}', withCharset))[1]).toBe('email must be text')
})

test('a caller without a session cookie is told so, and where tokens work', async () => {
  const { app } = await buildTestApp()
  const messageOf = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'GET', url: '/v1/users', headers })).json().error.message
  expect(await messageOf({})).toBe('The request has no session cookie. Sign in first.')
  expect(await messageOf({ authorization: 'Bearer x' })).toBe(
    'Tokens of service accounts work only under /machine/v1. Here a session cookie is required.',
  )
  expect(await messageOf({ cookie: 'session-3000=old' })).toBe('Your session has ended. Sign in again.')
})

test('an error is short, whatever was sent', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp, { role: 'super_admin' })
  const unknown = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key${index}`, 1]))
  const sent: unknown[] = [
    { userIds: ['x'], ...unknown },
    { userIds: ['x'], ['k'.repeat(60_000)]: 1 },
    { userIds: Array.from({ length: 20_000 }, () => 1) },
  ]
  for (const body of sent) {
    const answer = await call('POST', '/v1/admins/access/revoke', body)
    expect([answer.statusCode, answer.json().error.message.length <= 500]).toEqual([400, true])
    expect(answer.body.length).toBeLessThan(10_000)
  }
  const { fields } = (await call('POST', '/v1/admins/access/revoke', sent[0])).json().error
  expect(fields.map(({ message }: { message: string }) => message)).toEqual([
    'Unknown field',
    'Unknown field',
    'Unknown field, and 2997 more',
  ])
})

test('a GET with a body and a HEAD get a response and change nothing', async () => {
  const testApp = await buildTestApp()
  const { call, cookies } = await signedIn(testApp)
  const head = await testApp.app.inject({ method: 'HEAD', url: '/v1/auth/admin/me', cookies })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
  expect((await call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
})

test('a browser that follows a link to a download after the session has ended is sent to the sign-in, a script gets an error', async () => {
  const { app } = await buildTestApp()
  const url = '/v1/files/0190a3a3-0000-7000-8000-000000000000/versions/1/download'
  const follow = (headers: Record<string, string>) => app.inject({ method: 'GET', url, headers })
  const followed = await follow({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })
  expect([followed.statusCode, followed.headers.location]).toEqual([303, '/login?next=/files'])
  for (const headers of [{}, { 'sec-fetch-mode': 'cors' }] as Record<string, string>[])
    expect((await follow(headers)).json().error.code).toBe('unauthenticated')
})
