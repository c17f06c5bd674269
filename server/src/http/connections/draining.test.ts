import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { freePort } from '../../../testing/processes/free-port.ts'
import { portOf } from '../../../testing/http/raw-request.ts'
import { checkReadinessJob } from '../../jobs.ts'

test('a connection that becomes idle while the server stops does not delay it', { timeout: 40_000 }, async () => {
  const port = await freePort()
  const { app } = await buildTestApp({ PORT: String(port) })
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  app.get('/slow', { config: { permission: 'public' } }, async () => {
    arrived.resolve()
    await answer.promise
    return {}
  })
  await app.listen({ host: '127.0.0.1', port })
  const agent = new Agent({ keepAlive: true })
  const request = get({ host: '127.0.0.1', port, path: '/slow', agent })
  await arrived.promise

  const closed = app.close()
  answer.resolve()
  const [response] = await once(request, 'response')
  expect(response.resume().statusCode).toBe(200)
  await closed
  agent.destroy()
})

test('readiness is checked while the server closes, and delays nothing', { timeout: 40_000 }, async () => {
  const port = await freePort()
  const { app, logLines } = await buildTestApp({ PORT: String(port) })
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  app.get('/slow', { config: { permission: 'public' } }, async () => {
    arrived.resolve()
    await answer.promise
    return {}
  })
  await app.listen({ host: '127.0.0.1', port })
  const request = get({ host: '127.0.0.1', port, path: '/slow' })
  await arrived.promise

  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  await checkReadinessJob(app).work(new AbortController().signal)
  expect(logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  answer.resolve()
  await once(request, 'response')
  await closed
})

test('a request that is still arriving when the server closes has the longer of both graces', async () => {
  const { app } = await buildTestApp({}, { limits: { drainGraceMs: 1_000, idleGraceMs: 60_000 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(app), '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  const arrived = once(app.server, 'connection')
  socket.write('GET /healthz HTTP/1.1\r\nHost: ')
  await arrived

  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  vi.advanceTimersByTime(59_000)
  socket.write('console.example.org\r\n\r\n')
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  await closed
})

test('a request that has not arrived after the grace is ended', async () => {
  const { app } = await buildTestApp({}, { limits: { drainGraceMs: 1_000, idleGraceMs: 0 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(app), '127.0.0.1')
  const arrived = once(app.server, 'connection')
  socket.write('GET /healthz HTTP/1.1\r\nHost: ')
  await arrived

  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.on('error', () => socket.destroy())
  vi.advanceTimersByTime(1_500)
  await once(socket, 'close')
  await closed
})
