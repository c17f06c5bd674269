import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { fetchBounded, fetchHeaders } from './fetch-bounded.ts'

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const maxBytes = 1_000

test('a request is sent as the global fetch does, but asks for no encoding and follows no redirect', async () => {
  const received: [IncomingMessage, Promise<string>][] = []
  const url = await startServer((request, response) => {
    received.push([request, text(request)])
    response.writeHead(302, { location: 'http://192.0.2.1/', 'set-cookie': ['a=1', 'b=2'] }).end('moved')
  })
  const response = await fetchBounded(`${url}/token?a=b`, {
    method: 'POST',
    headers: { authorization: 'Basic abc' },
    body: new URLSearchParams({ code: 'é' }),
    maxBytes,
  })
  expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
    302,
    'moved',
    ['a=1', 'b=2'],
  ])
  const [[request, body] = []] = received
  expect([request?.method, request?.url, request?.headers, await body]).toEqual([
    'POST',
    '/token?a=b',
    expect.objectContaining({
      authorization: 'Basic abc',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    }),
    'code=%C3%A9',
  ])
})

test.each([
  ['br', brotliCompressSync('{}')],
  ['gzip', gzipSync('{}')],
  ['gzip, br', brotliCompressSync(gzipSync('{}'))],
  ['BR', Buffer.from('not even Brotli')],
  ['unknown', Buffer.from('{}')],
])('a response in an encoding that was not requested is rejected without being decoded: %s', async (encoding, body) => {
  const url = await startServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  )
  await expect(fetchBounded(url, { maxBytes })).rejects.toThrow(
    'the response is encoded although that was not requested',
  )
})

test('an endless response is given up at the limit, and one at the limit is not', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await startServer((request, response) => {
    if (request.url === '/exact') return void response.end('a'.repeat(maxBytes))
    response.once('close', closed.resolve)
    const send = () => response.write('a'.repeat(100), () => response.destroyed || setImmediate(send))
    send()
  })
  expect((await (await fetchBounded(`${url}/exact`, { maxBytes })).text()).length).toBe(maxBytes)
  await expect(fetchBounded(url, { maxBytes })).rejects.toThrow('the response is too large')
  await closed.promise
})

test('headers are fetched without the content', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await startServer((_request, response) => {
    response.once('close', closed.resolve)
    response.writeHead(200, { date: 'Sat, 28 Nov 2026 12:00:00 GMT', 'content-encoding': 'br' }).write('a')
  })
  const response = await fetchHeaders(url, {})
  expect([response.headers.get('date'), await response.text()]).toEqual(['Sat, 28 Nov 2026 12:00:00 GMT', ''])
  await closed.promise
})

test('a server that is away, breaks off or is too slow is told apart from one that responds', async () => {
  const breaksOff = await startServer((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('a')
    setImmediate(() => response.destroy())
  })
  for (const url of [breaksOff, 'http://127.0.0.1:1/', 'http://name.invalid/']) {
    const error = await fetchBounded(url, { maxBytes }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(TypeError)
    expect(Object(error).cause).toBeInstanceOf(Error)
  }
  const silent = await startServer(() => undefined)
  const stops = await startServer((_request, response) => response.writeHead(200).write('a'))
  for (const url of [silent, stops])
    await expect(fetchBounded(url, { maxBytes, signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
})

test('only these files send requests, and only this one uses node:http for that', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = globSync('src/**/*.{ts,mjs}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const using = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8'))).sort()
  expect(using(/(?<![\w.])fetch\(/)).toEqual([])
  expect(using(/import \{[^}]*\b(request|get)\b[^}]*\} from 'node:https?'/)).toEqual(['src/core/fetch-bounded.ts'])
  expect(using(/\bfetch(Bounded|Headers)\(/)).toEqual([
    'src/core/fetch-bounded.ts',
    'src/core/storage/s3-browser.ts',
    'src/features/staff/sign-on/discover.ts',
    'src/operations/check/clocks.ts',
    'src/operations/check/services.ts',
  ])
  expect(using(/new S3Client\(/)).toEqual(['src/core/storage/s3-client.ts'])
})
