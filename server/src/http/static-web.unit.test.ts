import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { makeSampleWeb } from '../../testing/http/sample-web.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'

async function startWeb(environment: Record<string, string> = {}) {
  const { app } = await buildTestApp(environment, { webDirectory: makeSampleWeb() })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
}

test('every URL of the web serves the page, which is never stored', async () => {
  const get = await startWeb()
  for (const url of ['/', '/users', '/users/some-id?page=2', '/v1x']) {
    const { statusCode, headers, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(body).toContain('<title>Health Console</title>')
  }
})

test('assets are cached for a year and compressed, files beside the page are revalidated', async () => {
  const get = await startWeb()
  const asset = await get('/assets/main-1a2b3c.js', { 'accept-encoding': 'br' })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache')
})

test.each(['/assets/missing.js', '/assets/', '/v1', '/v1/nothing', '/assets?x'])(
  'the page is not served at URLs of assets or calls: %s',
  async (url) => {
    const get = await startWeb()
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().error.code).toBe('not_found')
    expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test('a product name and that of single sign-on may have any characters', async () => {
  const signOn = signOnSettings('https://login.example.org', { OIDC_NAME: `"><b>$'` })
  const get = await startWeb({ PRODUCT_NAME: `$& <Co> $' $1 $$`, ...signOn })
  const { body } = await get('/')
  expect(body).toContain('<title>$&amp; &lt;Co&gt; $&#39; $1 $$</title>')
  expect(body).toContain('<meta content="&quot;&gt;&lt;b&gt;$&#39;">')
})
