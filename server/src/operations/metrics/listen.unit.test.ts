import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { emptyDatabase, freshDatabase } from '../../../testing/engines/engines.ts'
import { freePort } from '../../../testing/processes/free-port.ts'
import { launchServer } from '../../../testing/processes/server-process.ts'

test('metrics are served on their own port on loopback, not on that of the console', async () => {
  const database = await freshDatabase()
  const port = await freePort()
  const server = await launchServer({ ...databaseSettings(database), MAIL_DELIVERY: 'off', METRICS_PORT: String(port) })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await database.remove()
  })
  await server.ready()
  const metrics = `http://127.0.0.1:${port}/metrics`
  const answer = await fetch(metrics)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  await expect
    .poll(async () => (await fetch(metrics)).text(), { timeout: 60_000 })
    .toMatch(/health_console_job_last_success_timestamp_seconds\{job="delete ended rows",console="[^"]+"\} \d/)
  expect((await fetch(`http://127.0.0.1:${port}/v1/users`)).status).toBe(404)
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('health_console_')
  expect(await server.end('SIGTERM')).toBe(0)
})

test('while a server waits for its database at its start, metrics say so', async () => {
  const place = await emptyDatabase()
  const [port, closed] = [await freePort(), await freePort()]
  const server = await launchServer({
    ...databaseSettings({ dataDir: place.dataDir, databaseUrl: `postgres://console@127.0.0.1:${closed}/console` }),
    MAIL_DELIVERY: 'off',
    METRICS_PORT: String(port),
  })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await place.remove()
  })
  const read = () =>
    fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    )
  await expect.poll(read, { timeout: 60_000 }).toMatch(/^health_console_check\{.*check="database".*\} 0$/m)
  expect(await read()).toMatch(/^process_resident_memory_bytes\{.*\} \d/m)
})
