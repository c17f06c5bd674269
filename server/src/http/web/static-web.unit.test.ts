import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { makeSampleWeb } from '../../../testing/http/sample-web.ts'
import { signOnSettings } from '../../../testing/sign-on/test-browser.ts'

async function startWeb(environment: Record<string, string> = {}) {
  const { app } = await buildTestApp(environment, { webDirectory: makeSampleWeb() })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
}

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const anyone = { accept: '*/*' }

test('the path of every page returns the page, which is never stored', async () => {
  const get = await startWeb()
  for (const url of ['/', '/login', '/files/', '/invites?id=some', '/user/some-id?page=2', '/%66iles']) {
    const { statusCode, headers, body } = await get(url, anyone)
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(body).toContain('<title>Health Console</title>')
  }
})

test('for an unknown path, a browser’s navigation gets the page with status 404, and other requests an error', async () => {
  const get = await startWeb()
  for (const url of ['/users', '/v1x', '/no/such/page', '/machines', '/openapi/x/../../y', '/%', '//']) {
    const page = await get(url, navigation)
    expect([url, page.statusCode]).toEqual([url, 404])
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(page.body).toContain('<title>Health Console</title>')
  }
  for (const url of ['/users', '/v1x', '/no/such/page', '//']) {
    const answer = await get(url, anyone)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.json().error.code).toBe('not_found')
  }
})

test('assets are cached for a year and compressed, and files next to the page are revalidated', async () => {
  const get = await startWeb()
  const asset = await get('/assets/main-1a2b3c.js', { 'accept-encoding': 'br' })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/assets/missing.js',
  '/assets/',
  '/assets?x',
  '/v1',
  '/v1/nothing',
  '/v2/models',
  '/V17/models',
  '/machine',
  '/machine/',
  '/machine/v1/models/gguf/latest',
  '/machine/v1/whoami/',
  '/%6dachine/v1/models/gguf/latest',
  '/openapi.yaml',
  '/openapi',
])('an unknown path of the API or of the assets is an error, also for a browser’s navigation: %s', async (url) => {
  const get = await startWeb()
  for (const headers of [anyone, navigation]) {
    const answer = await get(url, headers)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().error.code).toBe('not_found')
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('the names of the product and of the identity provider may contain any characters', async () => {
  const signOn = signOnSettings('https://login.example.org', { OIDC_NAME: `"><b>$'` })
  const get = await startWeb({ PRODUCT_NAME: `$& <Co> $' $1 $$`, ...signOn })
  const { body } = await get('/')
  expect(body).toContain('<title>$&amp; &lt;Co&gt; $&#39; $1 $$</title>')
  expect(body).toContain('<meta content="&quot;&gt;&lt;b&gt;$&#39;">')
})
