import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { safeNextPath } from './next-path.ts'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://console.example.org' } }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/admins?page=2#top', '/admins?page=2#top'],
  ['/a/../admins', '/admins'],
  [undefined, '/'],
  ['', '/'],
  ['admins', '/'],
  ['/login?next=/admins', '/'],
  ['https://evil.example/', '/'],
  ['https://console.example.org/admins', '/'],
  ['javascript:alert(1)', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  // These paths are resolved to two slashes, which begin a URL of another host.
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
])('[entry-2] next %j leads to %s', (next, path) => {
  expect(safeNextPath(next)).toBe(path)
})
