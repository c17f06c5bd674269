import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const read = (text: string) => readConfig({ TRUST_PROXY: text }).trustedProxies

test('proxies can be specified by their number', () => {
  expect(readConfig({}).trustedProxies).toEqual({ hops: 0 })
  for (const [text, hops] of [
    ['0', 0],
    ['1', 1],
    ['12', 12],
  ] as const)
    expect(read(text)).toEqual({ hops })
})

test.each([
  ['10.0.0.0/8', ['10.1.2.3', '::ffff:10.1.2.3'], ['11.0.0.1', '::1']],
  [' 192.0.2.7 , 2001:db8::/32', ['192.0.2.7', '2001:db8:1::9'], ['192.0.2.8', '2001:db9::1']],
  ['::1', ['::1'], ['::2', '127.0.0.1']],
  ['0.0.0.0/0', ['203.0.113.9'], ['2001:db8::1']],
])('proxies can be specified by their networks: %s', (text, inside, outside) => {
  const proxies = read(text)
  if (!('networks' in proxies)) throw new Error('No networks')
  const { networks } = proxies
  const isIn = (ip: string) => networks.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4')
  expect(inside.map(isIn)).not.toContain(false)
  expect(outside.map(isIn)).not.toContain(true)
})

test.each([
  'true',
  'false',
  'yes',
  '-1',
  '1.5',
  '100',
  'proxy.example.org',
  '10.0.0.0/33',
  '10.0.0/8',
  '::1/129',
  '1,',
])('any other value prevents the start with an error that lists the valid forms: %s', (text) => {
  expect(() => read(text)).toThrow(
    'TRUST_PROXY must be the number of proxies in front (1), or their IP addresses and networks',
  )
})
