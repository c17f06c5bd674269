import type { Random } from '../../src/operations/demo/random.ts'
import type { DeclaredRoute } from './declared-routes.ts'

/** A route, and the names of the fields in its query and in its JSON body. */
export type FuzzedRoute = Pick<DeclaredRoute, 'method' | 'url'> & { query: string[]; fields: string[] }

export type FuzzedRequest = { method: 'GET'; url: string; headers: Record<string, string>; body?: string }

type Some<T> = [T, ...T[]]

const odd: Some<unknown> = [
  '',
  ' ',
  'null',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  'true',
  '2026-02-30',
  '0000-00-00',
  '\0',
  '\ud800',
  '\u202e\u{10ffff}',
  '%',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '"*^:(){}',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  '🙂'.repeat(3_000),
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: null, length: -1 },
  Array.from({ length: 100 }, () => 0),
]

const plausible: Record<string, Some<unknown>> = {
  page: ['1', '2', '1000000'],
  date: ['2026-11-20'],
  from: ['2026-11-14T00:00:00.000Z'],
  to: ['2026-11-20T00:00:00.000Z'],
  all: ['true', 'false'],
  search: ['an', 'mar', '7', 'HM-1'],
  sort: ['memberId', 'age'],
  order: ['asc', 'desc'],
  email: ['somebody@example.org', 'Some.Body@Example.ORG'],
  password: ['Copper-lantern-9', 'short'],
  fullName: ['Ada Example'],
  users: [[{ email: 'new@example.org' }], [{ email: 'nobody' }, {}]],
  role: ['admin', 'super_admin'],
  filename: ['model.gguf', 'prompt.txt', 'encoder.onnx', '../x.gguf'],
  name: ['Main LLM', 'PPG Encoder', 'Prompt file', 'hospital_patients'],
  size: [0, 1, 5_000_000, 1e15],
  version: [0, 1, 2],
  parts: [[{ partNumber: 1 }], [{ partNumber: 0 }], [{ partNumber: 1, sha256: 'x' }]],
}

const types: Some<string> = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'x',
  '',
]
const headers: Record<string, Some<string>> = {
  accept: ['*/*', 'text/html', 'x'],
  'accept-encoding': ['br', 'gzip;q=0', '*'],
  'if-none-match': ['*', 'W/"x"'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-1', 'lines=1'],
  origin: ['http://localhost:3000', 'https://elsewhere.example', 'null', 'x'],
  'sec-fetch-site': ['same-origin', 'cross-site'],
  'x-forwarded-for': ['203.0.113.7', 'x, y'],
  'x-request-id': ['x', 'y'.repeat(500)],
  'content-length': ['0', '7', '-1'],
}

/** A partly valid and partly unusual request to one of the routes. */
export function fuzzRequest(random: Random, route: FuzzedRoute): FuzzedRequest {
  const { method, url, query, fields } = route
  const path = url.replaceAll(/:\w+|\*/g, () => inPath(random, text(value(random, 'id'))))
  const input = bodyOf(random, fields)
  return {
    method: method as 'GET',
    url: path + queryOf(random, query),
    headers: headersOf(random, input),
    ...(input !== undefined && method !== 'GET' && method !== 'HEAD' && { body: input }),
  }
}

function queryOf(random: Random, named: string[]): string {
  const names = [...named, ...(random.chance(0.1) ? ['page', '__proto__', 'x[]'] : [])].filter(() => random.chance(0.5))
  const pairs = names.map((name) => `${name}=${inPath(random, text(value(random, name)))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function bodyOf(random: Random, names: string[]): string | undefined {
  if (names.length === 0 && random.chance(0.7)) return undefined
  if (random.chance(0.1)) return JSON.stringify(random.pick(odd))
  const all = random.chance(0.1) ? [...names, '__proto__', 'role'] : names
  const body = Object.fromEntries(all.filter(() => random.chance(0.9)).map((name) => [name, value(random, name)]))
  const json = JSON.stringify(body)
  return random.chance(0.1) ? json.slice(0, random.between(0, json.length)) : json
}

function headersOf(random: Random, body: string | undefined): Record<string, string> {
  const some = Object.entries(headers).filter(() => random.chance(0.05))
  const type = random.chance(0.9) ? types[0] : random.pick(types)
  return {
    ...Object.fromEntries(some.map(([name, values]) => [name, random.pick(values)])),
    ...(body !== undefined && { 'content-type': type }),
  }
}

function value(random: Random, name: string): unknown {
  const known = Object.hasOwn(plausible, name) && plausible[name]
  if (known && random.chance(0.6)) return random.pick(known)
  return random.chance(0.3) ? random.uuid(1_700_000_000_000) : random.pick(odd)
}

const text = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input))

/** The text is usually escaped; sometimes it is raw, but never a path outside the API. */
function inPath(random: Random, input: string): string {
  const wellFormed = input.toWellFormed()
  return random.chance(0.95) ? encodeURIComponent(wellFormed) : wellFormed.replaceAll(/[^!-~]|\.\./g, '%C3')
}
