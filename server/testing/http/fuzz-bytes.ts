import type { Random } from '../../src/operations/demo/random.ts'
import type { FuzzedRequest } from './fuzz-requests.ts'

type FuzzedBytes = {
  bytes: string
  /** If true, the server may wait for more, or close the connection without a response. */
  isWhole: boolean
}

const oddTargets: [(path: string) => string, ...((path: string) => string)[]] = [
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => `/\\${path}`,
  (path) => `http://elsewhere.example${path}`,
  (path) => `HTTP://[::1]:1${path}`,
  (path) => `ftp://elsewhere.example${path}`,
  (path) => `${path}/`,
  (path) => `${path}/../..`,
  (path) => `${path}#x`,
  (path) => `${path}?`,
  (path) => `${path};x=1`,
  (path) => `${path}%`,
  (path) => `${path}%00`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path + '/x'.repeat(3_000),
  (path) => path.slice(1),
  () => '//a:b',
  () => '//[',
  () => '*',
  () => 'elsewhere.example:443',
]

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'TRACE', 'PROPFIND', 'M-SEARCH', 'CONNECT', 'QUERY', 'x'] as const
const hosts = ['localhost', 'elsewhere.example', '', ':::', '[::1', 'a b', '%', 'x'.repeat(300)] as const
const oddBytes = ['\0', '\r', '\n', '\r\n', ' ', '\t', ':', '%', '\x7f', '\xff', '\x16\x03\x01'] as const

/** The bytes of a request, sometimes with something in them that no client would send. */
export function fuzzBytes(random: Random, request: FuzzedRequest, cookie: string): FuzzedBytes {
  const body = Buffer.from(request.body ?? '').toString('latin1')
  const target = random.chance(0.3) ? random.pick(oddTargets)(request.url) : request.url
  const headers = {
    host: random.chance(0.1) ? random.pick(hosts) : 'localhost',
    cookie,
    connection: 'close',
    ...(request.body !== undefined && { 'content-length': body.length }),
    ...request.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const method = random.chance(0.1) ? random.pick(methods) : request.method
  const bytes = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  if (random.chance(0.2)) return { bytes: mangle(random, bytes), isWhole: false }
  const isWhole = method !== 'CONNECT' && Number(headers['content-length'] ?? 0) === body.length
  return { bytes, isWhole }
}

function mangle(random: Random, bytes: string): string {
  const at = random.between(0, bytes.length)
  const removed = random.pick([0, 0, 1, 1, 10, bytes.length])
  return bytes.slice(0, at) + (random.chance(0.7) ? random.pick(oddBytes) : '') + bytes.slice(at + removed)
}
