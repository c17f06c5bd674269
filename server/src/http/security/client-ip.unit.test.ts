import { expect, test } from 'vitest'
import { readConfig } from '../../core/config.ts'
import { clientIp } from './client-ip.ts'

function ipOf(trustProxy: string, proxy: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientIp({ socket: { remoteAddress: proxy }, headers }, readConfig({ TRUST_PROXY: trustProxy }).trustedProxies)
}

test.each<[string, string, string | undefined, string, string]>([
  ['0', '192.0.2.1', '203.0.113.9', '192.0.2.1', 'no proxy is trusted'],
  ['1', '10.0.0.1', '203.0.113.9', '203.0.113.9', 'one proxy is trusted'],
  ['1', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9', 'but not what the client itself forwards'],
  ['2', '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9', 'nor behind two proxies'],
  ['2', '10.0.0.1', '203.0.113.9', '203.0.113.9', 'fewer hops than there could be'],
  ['1', '10.0.0.1', undefined, '10.0.0.1', 'a proxy that forwards nothing'],
  ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9', 'a proxy of the network is trusted'],
  ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9', 'and the one before it'],
  ['10.0.0.0/8', '192.0.2.1', '203.0.113.9', '192.0.2.1', 'a client that bypasses the proxy is not'],
  ['10.0.0.0/8', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9', 'also as a mapped IPv6 address'],
])(
  'with TRUST_PROXY=%s, from %s, forwarded for %o, the client is %s (%s)',
  (trustProxy, proxy, forwarded, expected) => {
    expect(ipOf(trustProxy, proxy, forwarded)).toBe(expected)
  },
)

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['fe80::1%any-text', 'fe80::1'],
])('an IP address has one canonical form: %s', (text, expected) => {
  expect(ipOf('1', '10.0.0.1', text)).toBe(expected)
})

test.each([
  'unknown',
  '_hidden',
  'x'.repeat(8_000),
  '',
  ' ',
  '203.0.113',
  '203.0.113.9.1',
  '[203.0.113.9',
  '010.0.0.1',
  '%',
])('an invalid IP address is ignored: %s', (text) => {
  expect(ipOf('1', '10.0.0.1', text)).toBe('10.0.0.1')
  expect(ipOf('2', '10.0.0.1', `${text}, 203.0.113.9`)).toBe('203.0.113.9')
  expect(ipOf('2', '10.0.0.1', `203.0.113.9, ${text}`)).toBe('10.0.0.1')
})
