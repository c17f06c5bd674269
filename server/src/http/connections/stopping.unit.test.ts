import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../../testing/engines/engines.ts'
import { firstAdmin, launchServer } from '../../../testing/processes/server-process.ts'

async function startServer(settings: Record<string, string>) {
  const database = await freshDatabase()
  const server = await launchServer({ ...databaseSettings(database), MAIL_DELIVERY: 'off', ...settings })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await database.remove()
  })
  await server.ready()
  return server
}

test('[operations-3] a server that is about to stop reports that it is not ready and serves requests for the configured time', async () => {
  const { pid, url } = await startServer({ DRAIN_DELAY_SECONDS: '300' })
  process.kill(pid, 'SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(503)
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'unavailable', draining: true })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/v1/auth/admin/me`)).status).toBe(401)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'after the configured time the server exits on its own (%s)',
  async (signal) => {
    const server = await startServer({ DRAIN_DELAY_SECONDS: signal === 'SIGTERM' ? '1' : '300' })
    expect(await server.end(signal)).toBe(0)
    // The output is not a terminal: every line is JSON, and none contains an email address.
    const lines = server.output().trimEnd().split('\n')
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages).toEqual(expect.arrayContaining(['starting', 'Health Console is ready', 'stopping']))
    expect(server.output()).not.toContain(firstAdmin.email)
  },
)
