import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withDeclaredRoutes } from '../../../testing/http/declared-routes.ts'
import { signedIn } from '../../../testing/factories.ts'
import { tablesOf } from '../../../testing/http/api-page.ts'
import { root } from '../../../testing/processes/server-process.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

/** Names of properties that contain secrets. A token that is only listed is an object. */
const secretNames = ['secret', 'recoveryCodes', 'token', 'signature']

type Schema = { type?: string; properties?: Record<string, Schema>; [key: string]: unknown }

async function signedInWithReports() {
  const { testApp } = await withDeclaredRoutes()
  const session = await signedIn(testApp, { role: 'super_admin' })
  const [user] = await insertUsers(testApp, [{ lastName: 'Curie' }])
  const reports = Array.from({ length: 60 }, (_, index) => ({ at: `2026-03-0${1 + (index % 9)}T00:00:00Z` }))
  await insertReports(testApp, user?.id ?? '', reports)
  const get = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
    testApp.app.inject({
      method,
      url,
      cookies: session.cookies,
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    })
  return { get, url: `/v1/users/${user?.id}/reports?all=true` }
}

test('JSON is compressed for callers that accept gzip, whether it is streamed or not', async () => {
  const { get, url } = await signedInWithReports()
  for (const each of [url, '/v1/report-labels']) {
    const plain = await get(each)
    const gzipped = await get(each, 'gzip, deflate, br')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
  }
})

test.each([
  ['GZIP', true],
  ['*', true],
  ['gzip;q=0.5', true],
  ['gzip;q=0, *', false],
  ['gzip; q=0.000', false],
  ['*;q=0', false],
  ['br', false],
  ['identity', false],
  ['', false],
])('Accept-Encoding %j accepts gzip: %s', async (encoding, isAccepted) => {
  const { testApp } = await withDeclaredRoutes()
  const { headers } = await testApp.app.inject({
    method: 'GET',
    url: '/openapi.json',
    headers: { 'accept-encoding': encoding },
  })
  expect(headers['content-encoding'] === 'gzip').toBe(isAccepted)
})

test('short responses, HEAD, errors and files are sent as they are', async () => {
  const { get, url } = await signedInWithReports()
  for (const answer of [
    await get('/v1/report-models', 'gzip'),
    await get(url, 'gzip', 'HEAD'),
    await get('/v1/nothing', 'gzip'),
    await get('/v1/hospital-patients/template', 'gzip'),
    await get('/v1/users', 'gzip'),
  ])
    expect(answer.headers['content-encoding']).toBeUndefined()
})

test('[api-18] responses with a secret, or with text of strangers next to the data of others, are never compressed', async () => {
  const { testApp, routes } = await withDeclaredRoutes()
  const kept = routes.filter(({ method, uncompressed }) => method !== 'HEAD' && uncompressed !== undefined)
  const nameOf = (method: string, url: string) => `\`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}\``
  const listed = tablesOf(readFileSync(path.join(root, 'docs/security.md'), 'utf8'), 'Not compressed')
  expect(listed.toSorted()).toEqual(
    kept.map(({ method, url, uncompressed = '' }) => [nameOf(method, url), uncompressed]).toSorted(),
  )

  const document = (await testApp.app.inject({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, { responses: Record<string, object> }>>
    components: { schemas: Record<string, Schema> }
  }>()
  const secret = Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => hasSecret(responses['200'] ?? responses['201'] ?? {}, document.components.schemas))
      .map(([method]) => nameOf(method.toUpperCase(), url)),
  )
  expect(secret.length).toBeGreaterThan(3)
  expect(secret.filter((name) => !listed.some(([each]) => each === name))).toEqual([])
})

/** Whether a schema, or one to which it refers, has a text or a list of texts with the name of a secret. */
function hasSecret(branch: object, schemas: Record<string, Schema>): boolean {
  return Object.entries(branch).some(([key, value]) => {
    if (key === '$ref') return hasSecret(schemas[String(value).split('/').at(-1) ?? ''] ?? {}, schemas)
    if (typeof value !== 'object' || value === null) return false
    const isText = value.type === 'string' || value.type === 'array'
    return (secretNames.includes(key) && isText) || hasSecret(value, schemas)
  })
}
