import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { freePort } from '../../testing/processes/free-port.ts'
import { checkReadinessJob } from '../jobs.ts'

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
