import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'

const urls = ['/', '/v1/auth/admin/me', '/v1/nothing', '/openapi.json', '/healthz', '/mailbox']

test.each(urls)('[api-8] %s has every security header', async (url) => {
  const { app } = await buildTestApp()
  const { headers } = await app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } })
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  })
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(String(headers['content-security-policy']).split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
})

test('over https, the browser is told to use only https', async () => {
  const { app } = await buildTestApp({ PUBLIC_URL: 'https://console.example.org', MAIL_DELIVERY: 'off' })
  const { headers } = await app.inject({ method: 'GET', url: '/v1/auth/admin/me' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('[api-7] responses of the API are never stored', async () => {
  const { app } = await buildTestApp()
  for (const [method, url] of [
    ['GET', '/v1/auth/admin/me'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/auth/admin/logout'],
    ['GET', '/v1/admin-invites/nothing'],
  ] as const) {
    expect((await app.inject({ method, url })).headers['cache-control']).toBe('no-store')
  }
})
