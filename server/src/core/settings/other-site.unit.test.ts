import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { describeOtherSites } from './other-site.ts'

test.each([
  ['https://console.example.org', 'https://tools.example.org', false],
  ['https://console.example.org', 'https://example.org:8443', false],
  ['https://console.example.org', 'https://a.b.example.org', false],
  ['https://console.example.org', 'https://partner.example.com', true],
  ['https://console.example.org', 'http://tools.example.org', true],
  ['https://console.example.org', 'https://console.example.org.evil.example', true],
  // These are other sites, which only the browsers' list of domains could tell.
  ['https://console.co.uk', 'https://tools.co.uk', false],
  ['https://console.github.io', 'https://tools.github.io', false],
  ['http://192.0.2.1', 'http://192.0.2.1:8080', false],
  ['http://192.0.2.1', 'http://198.51.2.1', true],
  ['http://[2001:db8::1]', 'http://[2001:db8::2]', true],
  ['http://localhost:3000', 'http://localhost:5173', false],
  ['http://localhost:3000', 'http://127.0.0.1:5173', true],
])('with the console at %s, a page at %s is reported as on another site: %s', (publicUrl, origin, isOther) => {
  const [notice] = describeOtherSites(publicUrl, [origin])
  expect(notice === undefined).toBe(!isOther)
  if (isOther) expect(notice).toContain(origin)
})

test('the log and check name the origins on another site', () => {
  const settings = { PUBLIC_URL: 'https://console.example.org', MAIL_DELIVERY: 'off' }
  const origins = 'https://tools.example.org,https://a.example,https://b.example'
  expect(readConfig({ ...settings, ALLOWED_ORIGINS: origins }).notices).toEqual([
    expect.stringMatching(/^ALLOWED_ORIGINS contains https:\/\/a\.example, https:\/\/b\.example, on another site/),
  ])
  expect(readConfig(settings).notices).toEqual([])
})
