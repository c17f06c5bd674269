import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../../testing/engines/engines.ts'
import { freePort } from '../../../testing/processes/free-port.ts'
import { readConfig } from '../../core/config.ts'
import { listenAtOnce } from './waiting-server.ts'

async function listen() {
  const place = await freshDatabase()
  const port = await freePort()
  const config = readConfig({ ...databaseSettings(place), PORT: String(port) })
  const front = await listenAtOnce(config, pino({ level: 'silent' }))
  const answers: number[] = []
  const ask = async (location: string, method = 'GET') => {
    const { status } = await fetch(`http://127.0.0.1:${port}${location}`, { method })
    answers.push(status)
    return status
  }
  return { ...front, ask, answers }
}

test('[operations-17] the app responds to requests that arrive while a server starts, and probes get a response immediately', async () => {
  const { connections, serve, ask, answers } = await listen()
  const early = [ask('/v1/users'), ask('/v1/auth/admin/logout', 'POST')]
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503])
  const { app } = await buildTestApp({}, { connections })
  await app.ready()
  expect([await ask('/healthz'), await ask('/readyz?x')]).toEqual([200, 503])
  expect(answers).toEqual([200, 503, 200, 503])
  serve()
  expect(await Promise.all(early)).toEqual([401, 204])
  expect([await ask('/v1/users'), await ask('/readyz')]).toEqual([401, 200])
  await app.close()
  await expect(ask('/healthz')).rejects.toThrow('fetch failed')
})

test('a start that waits for its database returns 503, also for the requests that it has held', async () => {
  const { connections, stopHolding, serve, ask } = await listen()
  const early = ask('/v1/users')
  expect(await ask('/healthz')).toBe(200)
  stopHolding()
  expect([await early, await ask('/v1/users')]).toEqual([503, 503])
  const { app } = await buildTestApp({}, { connections })
  await app.ready()
  serve()
  expect(await ask('/v1/users')).toBe(401)
})
