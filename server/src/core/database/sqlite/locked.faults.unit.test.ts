import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorBody } from '@health-console/contract/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../testing/processes/free-port.ts'
import { lockFromOutside } from '../../../../testing/engines/lock-sqlite.ts'
import { runHere } from '../../../../testing/processes/run-console.ts'
import { startServerProcess } from '../../../../testing/processes/server-process.ts'

const lockedMs = 40_000
/** Far below the ten seconds for which a change waits. */
const promptMs = 3_000

test('while another program writes for 40 seconds, probes and pages are answered promptly, changes fail with the cause, and everything works afterwards', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const metricsPort = String(await freePort())
  const server = await startServerProcess({ dataDir, databaseUrl: undefined }, { METRICS_PORT: metricsPort })
  onTestFinished(() => server.kill())
  const { pid, release } = await lockFromOutside(dataDir)
  onTestFinished(release)
  const lockedAt = performance.now()
  const lockedAtMs = Date.now()
  const isLocked = () => performance.now() - lockedAt < lockedMs

  const slow: string[] = []
  const changes: { status: number; message: string; tookMs: number }[] = []
  const states: { status: number; sinceMs: number }[] = []
  async function probe(location: string) {
    for (; isLocked(); await sleep(50)) {
      const startedAt = performance.now()
      const { status } = await fetch(`${server.url}${location}`)
      if (status !== 200 || performance.now() - startedAt > promptMs) slow.push(location)
    }
  }
  async function change() {
    while (isLocked()) {
      const startedAt = performance.now()
      const answer = await server.call('GET', '/v1/users')
      if (!isLocked()) return
      const { message } = ErrorBody.parse(await answer.json()).error
      changes.push({ status: answer.status, message, tookMs: performance.now() - startedAt })
    }
  }
  async function watch() {
    for (; isLocked(); await sleep(500)) {
      const answer = await fetch(`${server.url}/readyz`)
      const { database, database_busy_since: since } = (await answer.json()) as Record<string, string | boolean>
      if (database === false && isLocked()) states.push({ status: answer.status, sinceMs: Date.parse(String(since)) })
    }
  }
  async function readSignals() {
    await sleep(5_000)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const check = await runHere(['check'], { DATA_DIR: dataDir, MAIL_DELIVERY: 'off', PORT: String(await freePort()) })
    return { metrics, check: check.stdout + check.stderr }
  }
  const [signals] = await Promise.all([
    readSignals(),
    probe('/healthz'),
    probe('/openapi.json'),
    change(),
    change(),
    watch(),
  ])

  expect(slow).toEqual([])
  expect(changes.length).toBeGreaterThan(2)
  for (const { status, message, tookMs } of changes) {
    expect(status).toBe(503)
    expect(message).toContain(
      process.platform === 'linux' ? `(process ${pid}) is writing to it. Try again` : 'The database is locked',
    )
    expect(tookMs).toBeGreaterThan(9_000)
  }
  expect(states.length).toBeGreaterThan(2)
  for (const { status, sinceMs } of states) {
    expect(status).toBe(503)
    expect(Math.abs(sinceMs - lockedAtMs)).toBeLessThan(15_000)
  }
  expect(signals.metrics).toMatch(/^health_console_database_busy_seconds\{.+\} [1-9]/m)
  if (process.platform === 'linux')
    expect(signals.check).toMatch(new RegExp(`^failed   database  .*process ${pid}`, 'm'))

  await release()
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
  expect((await server.call('GET', '/v1/users')).status).toBe(200)
})
