import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorBody } from '@health-console/contract/errors.ts'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { bringsFile } from './body-arrival.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'
import { createConnections } from './connections.ts'
import { sendSlowly } from '../../../testing/http/slow-sender.ts'
import type { RawAnswer } from '../../../testing/http/raw-request.ts'

const timeouts = { timeout: 60_000 }
/** Silent connections stay open. */
const silent = { headersMs: 300_000 }

async function listening(limits: Partial<ConnectionLimits>, environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment, { limits })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  return testApp
}

const post = (path: string, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 60000\r\n\r\n{`

/** Begins to send a form with a file, with a session. */
async function sendForm(testApp: TestApp) {
  const { cookies } = await signedIn(testApp)
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const start = post('/v1/patient-imports', 'multipart/form-data; boundary=x')
  return sendSlowly(testApp.app, start.replace('Host:', `Cookie: ${cookie.join('; ')}\r\nHost:`))
}

/** Begins to send a model file to a signed URL. */
async function sendModel(testApp: TestApp) {
  const { call } = await signedIn(testApp)
  const begun = (await call('POST', '/v1/files', { filename: 'model.gguf', name: 'Main LLM' })).json()
  const { pathname, search } = new URL(begun.url[0])
  return sendSlowly(testApp.app, post(pathname + search, 'application/octet-stream').replace('POST', 'PUT'))
}

const files: [string, (testApp: TestApp) => ReturnType<typeof sendSlowly>][] = [
  ['form with a file', sendForm],
  ['model file', sendModel],
]

function expectTimeout(answer: RawAnswer | undefined): void {
  expect(answer?.status).toBe(408)
  expect(ErrorBody.parse(JSON.parse(answer?.body ?? '')).error.code).toBe('timeout')
  expect(answer?.headers.get('x-content-type-options')).toBe('nosniff')
}

test('[api-10] a request whose headers arrive too slowly is ended with 408', async () => {
  const { app } = await listening({ headersMs: 200 })
  const sender = await sendSlowly(app, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-')
  expectTimeout(await sender.untilClosed())
})

test('a silent connection is closed without a response', async () => {
  const { app } = await listening({ headersMs: 200 })
  const sender = await sendSlowly(app, '', 0)
  expect(await sender.untilClosed()).toBeUndefined()
})

test('[api-10] a request whose body arrives too slowly is ended with 408', async () => {
  const { app, logLines } = await listening({ bodyMs: 200 })
  const sender = await sendSlowly(app, post('/v1/auth/admin/login'))
  expectTimeout(await sender.untilClosed())
  expect(logLines.map((line) => JSON.parse(line).level)).not.toContain('error')
})

test('a connection is not idle while the server is working on its request, and is once the response has begun', async () => {
  const connections = createConnections({ ...connectionLimits, idleMs: 50 }, pino({ level: 'silent' }))
  const server = connections.createServer((request, response) => {
    request.socket.once('timeout', () => {
      response.write('begun')
    })
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const call = request({ port: (server.address() as AddressInfo).port, agent: false }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(String((await once(answer, 'data'))[0])).toBe('begun')
  const [error] = await once(answer, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
})

test.each<[string, string, number]>([
  ['is not allowed', post('/v1/patient-imports', 'multipart/form-data; boundary=x'), 401],
  ['has no route', post('/v1/nothing', 'text/plain'), 404],
  ['has a bad URL', post('/%'), 400],
  ['comes with a GET', post('/healthz').replace('POST', 'GET'), 200],
])('a body that %s gets a response, and does not keep the connection open', async (_, start, status) => {
  const { app } = await listening({ answeredMs: 200 })
  const sender = await sendSlowly(app, start)
  const answer = await sender.untilClosed()
  expect(answer?.status).toBe(status)
  expect(answer?.rest).toBe('')
})

test.each(files)('a %s may take longer than other bodies', async (_, send) => {
  const testApp = await listening({ bodyMs: 1_500 })
  const sender = await send(testApp)
  expectTimeout(await (await sendSlowly(testApp.app, post('/v1/auth/admin/login'))).untilClosed())
  expect(sender.isOpen()).toBe(true)
})

test.each(files)('a %s whose bytes stop arriving is ended', async (_, send) => {
  const testApp = await listening({ fileMs: 100, fileBytes: 1_000 })
  const sender = await send(testApp)
  expectTimeout(await sender.untilClosed())
  // The server stores nothing of the request, and does not log it as an internal error.
  await expect.poll(() => Array.fromAsync(testApp.context.storage.listUploads()), timeouts).toEqual([])
  expect(testApp.logLines.map((line) => JSON.parse(line).level)).not.toContain('error')
})

test.each(['', '1', '127.0.0.0/8'])(
  '[api-11] the total number of connections is limited, with TRUST_PROXY=%s',
  async (trusted) => {
    const { app, logLines } = await listening({ ...silent, inAll: 2 }, trusted ? { TRUST_PROXY: trusted } : {})
    const [first] = await Promise.all([sendSlowly(app, '', 0), sendSlowly(app, '', 0)])
    const third = await sendSlowly(app, '', 0)
    expect(await third.untilClosed()).toBeUndefined()
    expect(logLines.filter((line) => line.includes('too many connections'))).toHaveLength(1)
    first?.socket.destroy()
    const request = () => fetch(`${app.listeningOrigin}/healthz`).catch(() => undefined)
    await expect.poll(async () => (await request())?.status, timeouts).toBe(200)
  },
)

test('a host name that stands for several addresses has one limit for all of them', async () => {
  const { app } = await buildTestApp({}, { limits: { ...silent, inAll: 2 } })
  await app.listen({ host: 'localhost', port: 0 })
  for (let n = 0; n < 2; n += 1) await sendSlowly(app, '', 0)
  for (const each of app.addresses()) {
    if (typeof each === 'string') continue
    const host = each.family === 'IPv6' ? `[${each.address}]` : each.address
    await expect(fetch(`http://${host}:${each.port}/healthz`)).rejects.toThrow('fetch failed')
  }
})

test('closing waits for requests in progress, not for those that arrive too slowly', async () => {
  const testApp = await listening({ drainGraceMs: 50 })
  const { app } = testApp
  const trickling = await Promise.all([
    sendSlowly(app, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-'),
    sendSlowly(app, post('/v1/auth/admin/login')),
    sendSlowly(app, post('/v1/nothing', 'text/plain')),
    sendSlowly(app, '', 0),
  ])
  await Promise.all([app.close(), ...trickling.map((sender) => sender.untilClosed())])
})

test('closing waits for a file that is arriving', async () => {
  const testApp = await listening({ drainGraceMs: 50 })
  const sender = await sendForm(testApp)
  const [request] = await once(testApp.app.server, 'request')
  await expect.poll(() => bringsFile(request), timeouts).toBe(true)
  const trickling = await sendSlowly(testApp.app, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-')
  const closed = testApp.app.close()
  await trickling.untilClosed()
  expect(sender.isOpen()).toBe(true)
  sender.socket.destroy()
  await closed
})

test('closing waits for a file no longer than the limit for requests in progress', async () => {
  const testApp = await listening({ drainMs: 100 })
  const sender = await sendForm(testApp)
  await once(testApp.app.server, 'request')
  await Promise.all([testApp.app.close(), sender.untilClosed()])
})
