import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { createAdmin, testPassword } from '../../testing/factories.ts'
import { findProgram } from '../../testing/processes/find-program.ts'
import { startLostMachine } from '../../testing/http/lost-machine.ts'
import { startNginx } from '../../testing/http/nginx.ts'
import { portOf } from '../../testing/http/raw-request.ts'

const email = 'ada@example.org'
const nginxSample = () => readFileSync(path.resolve(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
const hasNginx = findProgram('nginx') !== undefined

async function behindNginx(trustProxy: string) {
  const testApp = await buildTestApp({ TRUST_PROXY: trustProxy })
  testApp.freeze()
  await createAdmin(testApp, { email })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port, redirectPort, logs } = await startNginx([portOf(testApp.app)])

  async function signIn(from: string, forwarded: string, password = 'Wrong-password-1'): Promise<number> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
    const call = request({
      port,
      host: '127.0.0.1',
      localAddress: from,
      method: 'POST',
      path: '/v1/auth/admin/login',
      headers,
    })
    call.end(JSON.stringify({ email, password }))
    const [response] = await once(call, 'response')
    await json(response)
    return response.statusCode
  }
  const redirect = `http://127.0.0.1:${redirectPort}`
  return { testApp, signIn, logs, url: `http://127.0.0.1:${port}`, redirect }
}

async function loggedIps({ context: { db } }: TestApp): Promise<(string | null)[]> {
  const rows = await db.selectFrom('auditEvents').select('address').distinct().orderBy('address').execute()
  return rows.map(({ address }) => address)
}

test.skipIf(!hasNginx).for(['1', '127.0.0.1'])(
  'behind nginx a forged IP address neither bypasses the throttle nor is logged (TRUST_PROXY=%s) (only with nginx)',
  async (trustProxy) => {
    const { testApp, signIn } = await behindNginx(trustProxy)
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) statuses.push(await signIn('127.0.0.9', `203.0.113.${n}, 198.51.100.${n}`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await loggedIps(testApp)).toEqual(['127.0.0.9'])
  },
)

test.skipIf(!hasNginx)(
  'a forged IP address does not lock out the client that really has it (only with nginx)',
  async () => {
    const { testApp, signIn } = await behindNginx('1')
    for (let n = 0; n < 7; n += 1) await signIn('127.0.0.9', '127.0.0.8')
    expect(await signIn('127.0.0.9', '127.0.0.8', testPassword)).toBe(429)
    expect(await signIn('127.0.0.8', 'x'.repeat(4_000), testPassword)).toBe(200)
    expect(await loggedIps(testApp)).toEqual(['127.0.0.8', '127.0.0.9'])
  },
)

test.skipIf(!hasNginx)(
  'a proxy that is not configured counts as one caller, whatever it forwards (only with nginx)',
  async () => {
    const { testApp, signIn } = await behindNginx('0')
    for (let n = 0; n < 3; n += 1) await signIn(`127.0.0.${n + 5}`, `203.0.113.${n}`)
    expect(await loggedIps(testApp)).toEqual(['127.0.0.1'])
  },
)

test.skipIf(!hasNginx)(
  'nginx hides its version and the server’s health from the public, and passes on files of any size (only with nginx)',
  async () => {
    const { url, logs } = await behindNginx('1')
    const statusFor = async (from: string, path: string) => {
      const call = request(`${url}${path}`, { localAddress: from }).end()
      const [response] = await once(call, 'response')
      response.resume()
      return response.statusCode
    }
    for (const probe of ['/healthz', '/readyz'])
      expect([await statusFor('127.0.0.1', probe), await statusFor('127.0.0.9', probe)]).toEqual([200, 403])
    const answer = await fetch(`${url}/v1/users`)
    expect(answer.headers.get('server')).toBe('nginx')
    expect(logs()).toContain(` ${answer.headers.get('x-request-id')}\n`)
    const upload = `${url}/v1/file-uploads/u1/content?expires=9999999999&signature=x`
    expect((await fetch(upload, { method: 'PUT', body: new Uint8Array(2 ** 21) })).status).toBe(403)
  },
)

test.skipIf(!hasNginx)('nginx logs no link secret, no signature and no search term (only with nginx)', async () => {
  const { testApp, url, redirect, logs } = await behindNginx('1')
  const get = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await get('/v1/users?search=brannigan')).toBe(401)
  await get('/invites?id=secret-of-a-link')
  const led = await fetch(`${redirect}/invites?id=secret-of-a-link`, { redirect: 'manual' })
  expect(led.headers.get('location')).toBe('https://console.example.org/invites?id=secret-of-a-link')
  for (const looked of ['admin-invites', 'auth/admin/forgot-password', 'auth/admin/email/undo'])
    expect(await get(`/v1/${looked}/secret-of-a-link`)).toBe(404)
  await testApp.app.close()
  expect(await get('/v1/file-uploads/u1/content?signature=secret')).toBe(502)
  // nginx writes a line after its response.
  await expect
    .poll(logs)
    .toMatch(/"GET \/v1\/users" 401 [^]*"GET \/invites" [^]*"GET \/v1\/file-uploads\/u1\/content" 502 /)
  expect(logs()).not.toMatch(/brannigan|secret/)
})

test.skipIf(!hasNginx || process.platform !== 'linux')(
  'nginx gives up a lost machine within 5 seconds, and another one serves the request (only with nginx on Linux)',
  async () => {
    const { app } = await buildTestApp({ TRUST_PROXY: '1' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = await startNginx([portOf(app), await startLostMachine()])
    const asked = Array.from({ length: 4 }, () => fetch(`http://127.0.0.1:${port}/v1/users`))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 401, 401, 401])
    const [, seconds] = /proxy_connect_timeout (\d+)s;/.exec(nginxSample()) ?? []
    expect(Number(seconds)).toBeLessThanOrEqual(5)
  },
)

/** @returns its port */
async function listenOn(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return Number(Object(server.address()).port)
}

test.skipIf(!hasNginx)(
  'nginx excludes a replica that is not ready, and never repeats a change (only with nginx)',
  async () => {
    const { app } = await buildTestApp({ TRUST_PROXY: '1' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const asked: string[] = []
    const unready = createServer((call, answer) => {
      asked.push(call.method ?? '')
      answer.writeHead(503).end()
    })
    // A replica stays excluded for as long as the test runs, so that only the rule counts and not the speed.
    const { port } = await startNginx([portOf(app), await listenOn(unready)], (configuration) =>
      configuration.replaceAll('fail_timeout=2s', 'fail_timeout=1h'),
    )
    const statusesOf = async (method: string, times: number) => {
      const statuses = new Set<number>()
      for (let n = 0; n < times; n += 1)
        statuses.add((await fetch(`http://127.0.0.1:${port}/v1/users`, { method })).status)
      return [...statuses].toSorted()
    }
    asked.length = 0
    expect(await statusesOf('PATCH', 2)).toEqual([405, 503])
    expect(asked).toEqual(['PATCH'])
    // The first request that may be repeated excludes the replica.
    expect(await statusesOf('GET', 40)).toEqual([401])
    expect(asked).toEqual(['PATCH', 'GET'])
  },
)

test.skipIf(!hasNginx)(
  'while no replica is ready, nginx passes on the responses of the replicas (only with nginx)',
  async () => {
    const unready = () =>
      createServer(({ url }, answer) => {
        // This repeats until nginx has started.
        answer.writeHead(url === '/healthz' ? 200 : 503).end('ours')
      })
    const { port } = await startNginx([await listenOn(unready()), await listenOn(unready())])
    for (let n = 0; n < 10; n += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/users`)
      expect([answer.status, await answer.text()]).toEqual([503, 'ours'])
    }
  },
)

test.skipIf(!hasNginx)(
  'nginx waits for minutes only for work on files, and otherwise gives up a machine that is lost meanwhile (only with nginx)',
  async () => {
    const asked: string[] = []
    const lost = createServer((call, answer) => {
      asked.push(call.url ?? '')
      // This repeats until nginx has started.
      if (call.url === '/healthz') answer.end()
    })
    const { port } = await startNginx([await listenOn(lost)], (text) =>
      text.replace('proxy_read_timeout 30s;', 'proxy_read_timeout 100ms;'),
    )
    const work = [
      '/v1/files/f1',
      '/v1/files/f1/versions/1/download',
      '/v1/file-uploads/u1/content',
      '/v1/patient-imports/i1/marked-file',
      '/v1/hospital-patients',
      '/v1/audit-events/export',
      '/v1/users/u1/export',
      '/machine/v1/models/gguf/versions/3',
      '/machine/v1/reports',
      '/machine/v1/users',
    ]
    const answered: string[] = []
    for (const location of work)
      void fetch(`http://127.0.0.1:${port}${location}`).then(
        () => answered.push(location),
        () => {},
      )
    await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(work.length + 1)
    for (const location of ['/v1/users', '/v1/users/u1', '/v1/audit-events', '/v1/admins'])
      expect([502, 504]).toContain((await fetch(`http://127.0.0.1:${port}${location}`)).status)
    expect(answered).toEqual([])
  },
)
