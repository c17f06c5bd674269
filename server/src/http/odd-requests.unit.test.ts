import { ErrorBody, type ErrorCode, errorStatus } from '@health-console/contract/errors.ts'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { readAnswer, sendRaw } from '../../testing/http/raw-request.ts'
import { makeSampleWeb } from '../../testing/http/sample-web.ts'

const head = 'Host: localhost\r\nConnection: close\r\n\r\n'
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${head}`

const requests: [number, string, string][] = [
  [404, 'two slashes', get('//')],
  [404, 'three slashes', get('///')],
  [404, 'a backslash', get('/\\')],
  [404, 'an authority without a scheme', get('//a:b')],
  [404, 'an invalid authority', get('//[')],
  [200, 'an absolute URL', get('http://localhost/')],
  [404, 'an absolute URL without a route', get('http://localhost/v1/nothing')],
  [200, 'an absolute URL without a path', get('http://localhost')],
  [200, 'an invalid absolute URL', get('http://[/')],
  [404, 'another scheme', get('ftp://localhost/')],
  [400, 'a lone percent sign', get('/%')],
  [400, 'a percent sign in the API', get('/v1/%')],
  [400, 'bytes that are not text', get('/%ff%fe')],
  [404, 'a NUL', get('/%00')],
  [400, 'a raw NUL', get('/\0')],
  [400, 'a raw byte', get('/\xff')],
  [400, 'a path out of the assets', get('/assets/%2e%2e/%2e%2e/package.json')],
  [400, 'a NUL among the assets', get('/assets/%00.js')],
  [404, 'a folder among the assets', get('/assets/')],
  [401, 'a fragment', get('/v1/users#x')],
  [200, 'only a query', get('/?')],
  [404, 'a long URL', get(`/${'x'.repeat(4_000)}`)],
  [400, 'a long name in the API', get(`/v1/users/${'x'.repeat(4_000)}`)],
  [431, 'a URL longer than a request may be', get(`/${'x'.repeat(40_000)}`)],
  [404, 'a HEAD', `HEAD // HTTP/1.1\r\n${head}`],
  [404, 'OPTIONS *', `OPTIONS * HTTP/1.1\r\n${head}`],
  [405, 'TRACE', `TRACE / HTTP/1.1\r\n${head}`],
  [405, 'a method of another protocol', `PROPFIND /v1/users HTTP/1.1\r\n${head}`],
  [400, 'an unknown method', `BREW / HTTP/1.1\r\n${head}`],
  [400, 'an unknown version', `GET / HTTP/7.3\r\n${head}`],
  [200, 'an old version without a host', 'GET / HTTP/1.0\r\n\r\n'],
  [400, 'no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [200, 'an odd host', 'GET / HTTP/1.1\r\nHost: [::%\r\nConnection: close\r\n\r\n'],
  [404, 'an odd host and the mailbox', 'GET /mailbox HTTP/1.1\r\nHost: :::\r\nConnection: close\r\n\r\n'],
  [400, 'two hosts', `GET / HTTP/1.1\r\nHost: elsewhere\r\n${head}`],
  [200, 'an expectation', `GET / HTTP/1.1\r\nExpect: wonders\r\n${head}`],
  [200, 'an upgrade', `GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\nHost: localhost\r\n\r\n`],
  [400, 'a header without a name', `GET / HTTP/1.1\r\n: x\r\n${head}`],
  [400, 'a NUL in a header', `GET / HTTP/1.1\r\nX-Odd: \0\r\n${head}`],
  [431, 'headers without end', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n${head}`],
  [400, 'a negative length', `POST /v1/auth/admin/login HTTP/1.1\r\nContent-Length: -1\r\n${head}`],
  [
    400,
    'two lengths',
    `POST /v1/auth/admin/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n${head}0\r\n\r\n`,
  ],
  [
    400,
    'a broken chunk',
    `POST /v1/auth/admin/login HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${head}zz\r\n`,
  ],
  [
    413,
    'chunks with long extensions',
    `POST /v1/auth/admin/login HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${head}1;${'x'.repeat(20_000)}\r\n`,
  ],
  [
    413,
    'a body too long',
    `POST /v1/auth/admin/login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n${head}`,
  ],
  [
    415,
    'a body of another type',
    `POST /v1/auth/admin/login HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n${head}x`,
  ],
  [400, 'another protocol', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
]

test('no request leads to an internal error or lacks security headers, and every error has the envelope', async () => {
  const { app, logLines } = await buildTestApp({}, { webDirectory: makeSampleWeb() })
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const [expected, name, request] of requests) {
    const answer = readAnswer(await sendRaw(app, request))
    if (!answer) throw new Error(`${name} was not answered`)
    const { status, headers, body } = answer
    expect.soft(status, name).toBe(expected)
    expect.soft(headers.get('x-content-type-options'), name).toBe('nosniff')
    expect.soft(headers.get('content-security-policy'), name).toContain("default-src 'none'")
    expect.soft(headers.get('cache-control'), name).toBe('no-store')
    if (status < 400 || request.startsWith('HEAD')) continue
    const { error } = ErrorBody.parse(JSON.parse(body))
    expect.soft(errorStatus[error.code as ErrorCode], name).toBe(status)
  }
  const levels = logLines.map((line) => JSON.parse(line).level as string)
  expect(levels.filter((level) => level === 'error' || level === 'warn')).toEqual([])
})

test('a browser whose cookies are too long gets a page that says so', async () => {
  const { app } = await buildTestApp({}, { webDirectory: makeSampleWeb() })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const cookies = `Cookie: other=${'x'.repeat(20_000)}\r\n`
  const navigation = readAnswer(await sendRaw(app, `GET / HTTP/1.1\r\nSec-Fetch-Mode: navigate\r\n${cookies}${head}`))
  expect(navigation?.status).toBe(431)
  expect(navigation?.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(navigation?.body).toContain('delete the cookies of this site')
  const script = readAnswer(await sendRaw(app, `GET / HTTP/1.1\r\n${cookies}${head}`))
  expect(ErrorBody.parse(JSON.parse(script?.body ?? '')).error.message).toContain('cookies')
})
