import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { hasOpenssl, startTlsServer } from '../../../testing/http/certificate.ts'
import { createAdmin, signedIn, testPassword } from '../../../testing/factories.ts'
import { patientsWith, replaceTable, workbook } from '../../../testing/patients/upload.ts'
import { testEngine } from '../../../testing/engines/engines.ts'
import { writeCheckpoint } from '../../core/audit/write-checkpoint.ts'
import { noteRun } from '../../core/database/console-state/maintenance-runs.ts'
import { createMetrics, type Metrics } from './metrics.ts'

async function watchedApp(environment: Record<string, string> = {}) {
  let metrics: Metrics | undefined
  const testApp: TestApp = await buildTestApp(environment, {
    watch: (app, context) => {
      metrics = createMetrics(context.config)
      metrics.watch(app, context, () => 2_500)
    },
  })
  if (!metrics) throw new Error('nothing is watched')
  return { testApp, metrics }
}

/** Each sample as `name{labels}` with its value, without the label of the console, which all have. */
async function samplesOf({ registry }: Metrics): Promise<Record<string, number>> {
  const text = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(text.filter((line) => !line.includes('console="localhost'))).toEqual([])
  const lines = text.map((line) =>
    line
      .replace(/,?console="[^"]+"/, '')
      .replace('{,', '{')
      .replace('{}', ''),
  )
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('requests are counted by route and outcome, and waiting work is read at each scrape', async () => {
  const { testApp, metrics } = await watchedApp()
  const { app, context } = testApp
  testApp.freeze()
  const { email } = await createAdmin(testApp)
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const signIn = (password: string) =>
    app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password } })
  expect((await signIn(testPassword)).statusCode).toBe(200)
  for (let n = 0; n < 7; n += 1) await signIn('Wrong-password-1')
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] })
  await boss.call('POST', '/v1/files', { filename: 'model.gguf', name: 'Main LLM', size: 1_000 })
  expect((await replaceTable(testApp, boss, workbook(patientsWith(3)))).statusCode).toBe(200)
  await boss.call('GET', '/v1/users?search=somebody')
  await writeCheckpoint(context, app.log)
  testApp.advance(90_000)
  await noteRun(context, 'backup', async () => 'made')
  await noteRun(context, 'verify_files', () => Promise.reject(new Error('damaged'))).catch(() => {})
  metrics.jobEnded('sweep files', true)
  metrics.jobEnded('deliver mail', false)

  let samples: Record<string, number> = {}
  // A busy machine does not respond to each request of /readyz in time.
  const read = async () => (samples = await samplesOf(metrics))
  await expect.poll(read, { timeout: 120_000 }).toMatchObject({
    'health_console_sign_ins_total{outcome="ok"}': 1,
    'health_console_sign_ins_total{outcome="wrong_credentials"}': 5,
    'health_console_sign_ins_total{outcome="rate_limited"}': 2,
    'health_console_throttled_total{action="session.sign_in"}': 2,
    'health_console_request_duration_seconds_count{method="GET",route="/v1/users",status="200"}': 1,
    'health_console_changes_total{change="import",outcome="ok"}': 1,
    'health_console_changes_total{change="upload",outcome="ok"}': 0,
    health_console_mails_waiting: 1,
    health_console_oldest_waiting_mail_seconds: 90,
    health_console_uploads_open: 1,
    health_console_imports_open: 0,
    'health_console_check{check="database"}': 1,
    'health_console_check{check="storage"}': 1,
    'health_console_check{check="draining"}': 0,
    'health_console_job_failures_total{job="deliver mail"}': 1,
    'health_console_job_failures_total{job="sweep files"}': 0,
    'health_console_job_failing{job="deliver mail"}': 1,
    'health_console_job_failing{job="sweep files"}': 0,
    'health_console_maintenance_last_success_timestamp_seconds{task="backup"}': context.now() / 1_000,
    'health_console_maintenance_failed{task="backup"}': 0,
    'health_console_maintenance_failed{task="drill"}': 0,
    'health_console_maintenance_failed{task="verify_files"}': 1,
    health_console_clock_offset_seconds: 2.5,
  })
  expect(samples['health_console_audit_log_rows']).toBeGreaterThan(5)
  expect(samples['health_console_audit_log_checkpoint_timestamp_seconds']).toBeGreaterThan(1e9)
  // Before the first drill, this is the time since when there could have been one.
  expect(samples['health_console_maintenance_last_success_timestamp_seconds{task="drill"}']).toBeGreaterThan(1e9)
  for (const name of ['database_size_bytes', 'data_free_bytes'])
    expect(samples[`health_console_${name}`]).toBeGreaterThan(0)
  expect(samples['health_console_storage_free_bytes']).toBeGreaterThan(0)
  expect(samples['health_console_job_last_success_timestamp_seconds{job="sweep files"}']).toBeGreaterThan(1e9)
  expect(samples['nodejs_eventloop_lag_p99_seconds']).toBeDefined()
  const pool = samples['health_console_database_connections{state="idle"}']
  expect(pool === undefined).toBe(testEngine() === 'sqlite')
  expect(Object.keys(samples).join()).not.toMatch(/somebody|example\.org/)
})

test('[operations-14] the connections of a scrape itself are not counted as busy, nor its reads as waiting', async () => {
  const { testApp, metrics } = await watchedApp({ DATABASE_POOL_SIZE: '5' })
  const { engine } = testApp.context
  await expect.poll(() => engine.countConnections?.().busy ?? 0).toBe(0)
  const samples = await samplesOf(metrics)
  const connections = ['busy', 'waiting'].map(
    (state) => samples[`health_console_database_connections{state="${state}"}`],
  )
  expect(connections).toEqual(testEngine() === 'sqlite' ? [undefined, undefined] : [0, 0])
})

test('without its database a server still reports what it knows', async () => {
  const { testApp, metrics } = await watchedApp()
  await testApp.context.db.schema.dropTable('outbox').execute()
  const samples = await samplesOf(metrics)
  expect(samples).not.toHaveProperty('health_console_mails_waiting')
  expect(samples).toHaveProperty('health_console_uploads_open', 0)
})

test.skipIf(!hasOpenssl())(
  'the expiry of the public certificate is reported from one connection for many scrapes (only with openssl)',
  async () => {
    const { server, port } = await startTlsServer()
    let connections = 0
    server.on('connection', () => (connections += 1))
    const { metrics } = await watchedApp({ PUBLIC_URL: `https://localhost:${port}` })
    const readEnd = async () => (await samplesOf(metrics))['health_console_certificate_end_timestamp_seconds']
    const [first, second] = [await readEnd(), await readEnd()]
    // The certificate of the test is valid for a day.
    expect(Math.abs((first ?? 0) - Date.now() / 1_000 - 86_400)).toBeLessThan(3_600)
    expect([second, connections]).toEqual([first, 1])
    const withoutTls = await watchedApp()
    expect(await samplesOf(withoutTls.metrics)).not.toHaveProperty('health_console_certificate_end_timestamp_seconds')
  },
)

test.each(['prometheus-alerts.yaml', 'grafana-dashboard.json'])(
  'each metric that deploy/%s uses exists',
  async (file) => {
    const { metrics } = await watchedApp()
    const known = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name))
    const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
    const used = [...new Set(text.match(/\b(health_console|nodejs|process)_\w+/g))]
    expect(used.length).toBeGreaterThan(8)
    const missing = used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(missing).toEqual([])
  },
)

test('each series keeps its name and type', async () => {
  const { metrics } = await watchedApp()
  const series = (await metrics.registry.getMetricsAsJSON()).map(({ name, type }) => `${name} ${type}\n`)
  await expect(series.toSorted().join('')).toMatchFileSnapshot('./series.snapshot.txt')
})
