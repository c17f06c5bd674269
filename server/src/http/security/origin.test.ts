import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { urlOf, withDeclaredRoutes } from '../../../testing/http/declared-routes.ts'
import { signedIn } from '../../../testing/factories.ts'

const publicUrl = 'https://console.example.org'
const environment = { PUBLIC_URL: publicUrl, MAIL_DELIVERY: 'off', ALLOWED_ORIGINS: 'https://partner.example.org' }

type Headers = { origin?: string; 'sec-fetch-site'?: string }

const change = ({ app }: TestApp, headers: Headers, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') =>
  app.inject({ method, url: '/v1/auth/admin/logout', headers: { ...headers } })

test.each<[string, Headers, boolean]>([
  ['a script that sends neither', {}, true],
  ['our page', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }, true],
  ['our page in an old browser', { origin: publicUrl }, true],
  ['a browser that leaves the origin out', { 'sec-fetch-site': 'same-origin' }, true],
  ['an allowed partner', { origin: 'https://partner.example.org', 'sec-fetch-site': 'same-site' }, true],
  ['a foreign page', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['another site in an old browser', { origin: 'https://evil.example' }, false],
  ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['a sister host', { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' }, false],
  ['our host over http', { origin: 'http://console.example.org' }, false],
  ['our host on another port', { origin: `${publicUrl}:8443` }, false],
  ['a host that begins with ours', { origin: `${publicUrl}.evil.example` }, false],
  ['our origin with a cross-site fetch', { origin: publicUrl, 'sec-fetch-site': 'cross-site' }, false],
  ['a browser that only sends a cross-site header', { 'sec-fetch-site': 'cross-site' }, false],
  ['an address bar', { 'sec-fetch-site': 'none' }, false],
  ['this machine, when the console is elsewhere', { origin: 'http://localhost:3000' }, false],
])('the origin check accepts or rejects a change requested by %s', async (_, headers, isAllowed) => {
  const testApp = await buildTestApp(environment)
  const answer = await change(testApp, headers)
  expect(answer.statusCode).toBe(isAllowed ? 204 : 403)
  if (!isAllowed) expect(answer.json().error.code).toBe('foreign_origin')
})

test('on a developer’s machine, all of its names count as one origin', async () => {
  const testApp = await buildTestApp({ PORT: '4321' })
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const headers = { origin: `http://${host}:4321`, 'sec-fetch-site': 'same-origin' }
    expect((await change(testApp, headers)).statusCode).toBe(204)
  }
  expect((await change(testApp, { origin: 'http://localhost:4322' })).statusCode).toBe(403)
})

test('[api-4] another site cannot change anything, even with the cookies', async () => {
  const testApp = await buildTestApp()
  const { cookies, call } = await signedIn(testApp, { fullName: 'Ada Lovelace' })
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const answer = await testApp.app.inject({
    method: 'PATCH',
    url: '/v1/admins/me',
    body: { fullName: 'Mallory' },
    cookies,
    headers,
  })
  expect(answer.statusCode).toBe(403)
  expect((await call('GET', '/v1/auth/admin/me')).json().data.user.fullName).toBe('Ada Lovelace')
})

test('no route accepts a change from another site', async () => {
  const { testApp, routes } = await withDeclaredRoutes()
  const { cookies } = await signedIn(testApp, { role: 'super_admin' })
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const changing = routes.filter(({ method, signed }) => method !== 'GET' && method !== 'HEAD' && !signed)
  expect(changing.length).toBeGreaterThan(20)
  for (const { method, url } of changing) {
    const answer = await testApp.app.inject({ method: method as 'POST', url: urlOf(url), cookies, headers, body: {} })
    expect(`${method} ${url} ${answer.json().error.code}`).toBe(`${method} ${url} foreign_origin`)
  }
})

test('no route shows data of a session at the request of another site, whose link would be logged and counted', async () => {
  const { testApp, routes } = await withDeclaredRoutes(environment)
  const { cookies } = await signedIn(testApp, { role: 'super_admin' })
  const isRejected = async (url: string, headers: Headers) =>
    (await testApp.app.inject({ url: urlOf(url), cookies, headers: { ...headers } })).body.includes('foreign_origin')
  const ofSessions: (typeof routes)[number]['permission'][] = ['admin', 'super_admin']
  const reading = routes.filter(({ method, permission }) => method === 'GET' && ofSessions.includes(permission))
  expect(reading.length).toBeGreaterThan(20)
  for (const { url, page } of reading)
    expect([url, await isRejected(url, { 'sec-fetch-site': 'cross-site' })]).toEqual([url, page === undefined])
  const own = '/v1/auth/admin/sessions'
  for (const origin of ['https://evil.example', 'null']) expect(await isRejected(own, { origin })).toBe(true)
  const allowed = [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: publicUrl }]
  const partner = { origin: 'https://partner.example.org', 'sec-fetch-site': 'cross-site' }
  for (const headers of [...allowed, partner]) expect(await isRejected(own, headers)).toBe(false)
})

test('a form of another site cannot send a body that is accepted as JSON', async () => {
  const testApp = await buildTestApp()
  const { cookies } = await signedIn(testApp)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ]) {
    const answer = await testApp.app.inject({
      method: 'PATCH',
      url: '/v1/admins/me',
      headers: { 'content-type': type },
      body: '{"fullName":"Mallory"}',
      cookies,
    })
    expect(answer.statusCode).toBe(415)
  }
})

test('CORS headers are sent only to the allowed origins, exactly, and vary by origin', async () => {
  const testApp = await buildTestApp(environment)
  const call = (origin: string, method: 'OPTIONS' | 'GET' = 'OPTIONS') =>
    testApp.app.inject({
      method,
      url: '/v1/auth/admin/me',
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' },
    })
  const allowed = await call('https://partner.example.org')
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': 'https://partner.example.org',
    'access-control-allow-credentials': 'true',
    vary: expect.stringContaining('Origin'),
  })
  expect(allowed.headers['access-control-allow-methods']).toContain('PATCH')
  for (const origin of ['https://evil.example', 'null', publicUrl, 'https://partner.example.org.evil.example']) {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const sent = Object.keys((await call(origin, method)).headers)
      expect(sent.filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  }
  expect((await call('https://evil.example', 'GET')).headers['vary']).toContain('Origin')
})

/** Headers that a page of another origin can always read. */
const safelisted = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified']

/** Headers for the browser itself, which scripts cannot or need not read. */
const forBrowsers = ['set-cookie', 'clear-site-data', 'location', 'www-authenticate']

test('a page of an allowed origin can read every header that the OpenAPI document describes', async () => {
  const { app } = await buildTestApp(environment)
  const headers = { origin: 'https://partner.example.org' }
  const answer = await app.inject({ method: 'GET', url: '/openapi.json', headers })
  const exposed = String(answer.headers['access-control-expose-headers']).split(', ')
  type Responses = Record<string, { headers?: object }>
  const { paths, components } = answer.json<{
    paths: Record<string, Record<string, { responses: Responses }>>
    components: { responses: Responses }
  }>()
  const forPages = Object.entries(paths).filter(([path]) => !path.startsWith('/machine/'))
  const responses = forPages.flatMap(([, operations]) => Object.values(operations).map((each) => each.responses))
  const described = [...responses, components.responses].flatMap((each) =>
    Object.values(each).flatMap(({ headers: named = {} }) => Object.keys(named).map((name) => name.toLowerCase())),
  )
  expect(described).toEqual(expect.arrayContaining(['retry-after', 'etag', 'content-disposition']))
  const readable = [...exposed, ...safelisted, ...forBrowsers]
  expect([...new Set(described)].filter((name) => !readable.includes(name))).toEqual([])
})

test('no spelling of the URL of a route for service accounts allows a page of an allowed origin', async () => {
  const testApp = await buildTestApp(environment)
  const headers = { origin: 'https://partner.example.org', 'access-control-request-method': 'GET' }
  for (const url of [
    '/machine/v1/whoami',
    '/%6dachine/v1/whoami',
    '/machine%2fv1/whoami',
    '//machine/v1/whoami',
    '/no',
  ])
    for (const method of ['OPTIONS', 'GET'] as const) {
      const answer = await testApp.app.inject({ method, url, headers })
      expect(answer.statusCode, `${method} ${url}`).toBeGreaterThanOrEqual(400)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
})

test('a preflight request succeeds for each route that pages may use', async () => {
  const { testApp, routes } = await withDeclaredRoutes(environment)
  const headers = { origin: 'https://partner.example.org', 'access-control-request-method': 'GET' }
  for (const { url, permission } of routes) {
    const answer = await testApp.app.inject({ method: 'OPTIONS', url: urlOf(url), headers })
    const isAllowed = answer.statusCode === 204 && answer.headers['access-control-allow-origin'] === headers.origin
    expect(`${url} ${isAllowed}`).toBe(`${url} ${typeof permission !== 'object'}`)
  }
})

test('without allowed origins there are no CORS headers', async () => {
  const testApp = await buildTestApp()
  const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
  const answer = await testApp.app.inject({ method: 'OPTIONS', url: '/v1/auth/admin/login', headers })
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})
