import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { emptyDatabase, testEngine } from '../../../testing/engines/engines.ts'
import { launchServer } from '../../../testing/processes/server-process.ts'
import { runHere } from '../../../testing/processes/run-console.ts'
import { readConfig } from '../../core/config.ts'
import { keepReplicaId, replicaId } from '../../core/database/console-state/replica-id.ts'
import { listMaintenance, noteRun } from '../../core/database/console-state/maintenance-runs.ts'
import type { ReplicasTable } from '../../core/database/tables/replicas.ts'
import { createHeartbeat, createRow } from './heartbeat.ts'

const minute = 60_000

async function readiness({ app }: TestApp) {
  const { statusCode, body } = await app.inject('/readyz')
  const { status, replicas } = JSON.parse(body)
  return [statusCode, status, replicas]
}

const agreed = [200, 'ok', true]
const differing = [200, 'degraded', false]

/** A console whose server has a row, and a function that adds the row of another server. */
async function withReplicas() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const { context } = testApp
  const { config, db, now } = context
  const heartbeat = createHeartbeat(context)
  await heartbeat.beat()
  const addOther = async (changed: Partial<ReplicasTable> = {}, settings: Record<string, string> = {}) => {
    const other = { ...readConfig({ ...databaseSettings(config), ...settings }), dataDir: '/another' }
    const row = { ...createRow({ ...context, config: other }), host: 'the-other', ...changed }
    await db.deleteFrom('replicas').where('id', '=', row.id).execute()
    await db
      .insertInto('replicas')
      .values({ ...row, seenAtMs: changed.seenAtMs ?? now() })
      .execute()
    return row
  }
  const reasons = () =>
    testApp.logLines
      .map((line) => JSON.parse(line))
      .flatMap(({ check, reason }) => (check === 'replicas' && reason ? [reason] : []))
  return { testApp, context, heartbeat, addOther, reasons }
}

test(
  'replicas with the same settings agree, and a different one is reported after ten minutes with its settings, never with values',
  { tags: 'postgres' },
  async () => {
    const { testApp, context, heartbeat, addOther, reasons } = await withReplicas()
    await addOther()
    expect(await readiness(testApp)).toEqual(agreed)
    const changed = { PUBLISHING: 'two', REPORTS_KEPT_YEARS: '7', BULK_PEOPLE: '987654' }
    const row = await addOther({}, changed)
    expect(await readiness(testApp)).toEqual(agreed)
    testApp.advance(10 * minute)
    await heartbeat.beat()
    await addOther({ startedAtMs: row.startedAtMs }, changed)
    expect(await readiness(testApp)).toEqual(differing)
    expect(reasons()).toEqual([
      expect.stringMatching(
        /^replica [12] of 2 \(the-other, since 20.*Z\) differs in BULK_PEOPLE, PUBLISHING, REPORTS_KEPT_YEARS \(give both the same settings, and restart them\)$/,
      ),
    ])
    expect(JSON.stringify(row)).not.toMatch(/"two"|987654|\/another/)
    const { body } = await testApp.app.inject('/readyz')
    expect(body).not.toMatch(/PUBLISHING|the-other/)
    // A replica of 1.0.0 has another kind of record.
    await context.db
      .updateTable('replicas')
      .set({ settings: JSON.stringify({ PUBLISHING: 'an HMAC' }) })
      .where('id', '=', row.id)
      .execute()
    expect(await readiness(testApp)).toEqual(agreed)
  },
)

test('another master key, and a clock that is five seconds off, are differences; another version is one after half an hour', async () => {
  const { testApp, context, addOther, reasons } = await withReplicas()
  await addOther({ keyFingerprint: 'another' })
  expect(await readiness(testApp)).toEqual(differing)
  await addOther({ clockOffsetMs: 4_000 })
  expect(await readiness(testApp)).toEqual(agreed)
  await addOther({ clockOffsetMs: -6_000 })
  expect(await readiness(testApp)).toEqual(differing)
  await addOther({ version: '9.9.9' })
  expect(await readiness(testApp)).toEqual(agreed)
  const longAgo = context.now() - 31 * minute
  await addOther({ version: '9.9.9', startedAtMs: longAgo })
  // This server has just started, so the other one is being replaced.
  expect(await readiness(testApp)).toEqual(agreed)
  await context.db.updateTable('replicas').set({ startedAtMs: longAgo }).execute()
  expect(await readiness(testApp)).toEqual(differing)
  expect(reasons().map((reason: string) => reason.replace(/^.* differs in /, ''))).toEqual([
    'its master key (copy the key to the one that has another)',
    'its clock (set the clock: synchronise both machines with NTP)',
    'its version (9.9.9) (install the same version on both)',
  ])
})

test('the check reports a difference at once, tells replicas on one machine apart, and has a fix for each', async () => {
  const { context, addOther } = await withReplicas()
  const { host, port } = context.config
  await addOther({ host: 'web-1 at 10.0.0.2:3000' }, { PAGE_SIZE: '30' })
  const check = async () => (await runHere(['check'], databaseSettings(context.config))).stdout
  expect(await check()).toMatch(
    /^failed +replicas +compared with these settings, replica [12] of 2 \(web-1 at 10\.0\.0\.2:3000, since 20.*Z\) differs in PAGE_SIZE \(give both/m,
  )
  expect(await check()).toMatch(
    new RegExp(
      `^ok +replicas +replica [12] of 2 \\(.* at ${host}:${port}, since .*\\) agrees with these settings$`,
      'm',
    ),
  )
  await addOther({ clockOffsetMs: 60_000, keyFingerprint: 'another' })
  expect(await check()).toMatch(/differs in its clock \(set the clock: .*\) and its master key \(copy the key /)
  // The settings file was changed after the start.
  const { stdout } = await runHere(['check'], { ...databaseSettings(context.config), PAGE_SIZE: '30' })
  expect(stdout).toMatch(/^warning +replicas .*the server of this machine, .* PAGE_SIZE .*: restart it$/m)
})

test(
  'a server that was killed counts for at most two minutes, and one that stops not at all',
  { tags: 'postgres' },
  async () => {
    const { testApp, context, heartbeat, addOther } = await withReplicas()
    await addOther({ clockOffsetMs: minute })
    expect(await readiness(testApp)).toEqual(differing)
    testApp.advance(2 * minute)
    await heartbeat.beat()
    expect(await readiness(testApp)).toEqual(agreed)
    // Its clock was far ahead when it was killed.
    await addOther({ seenAtMs: context.now() + 60 * minute, clockOffsetMs: minute })
    expect(await readiness(testApp)).toEqual(agreed)
    testApp.advance(20 * minute)
    await heartbeat.beat()
    await heartbeat.leave()
    const left = await context.db.selectFrom('replicas').select('host').execute()
    expect(left).toEqual([{ host: 'the-other' }])
  },
)

test('servers on machines with the same host name are distinguished, and each keeps its id', () => {
  const newPlace = () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-replica-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    return { dataDir }
  }
  const place = newPlace()
  keepReplicaId(place)
  const id = replicaId(place)
  keepReplicaId(place)
  expect(replicaId(place)).toBe(id)
  // Another machine has the same path.
  rmSync(path.join(place.dataDir, 'replica-id'))
  keepReplicaId(place)
  expect(replicaId(place)).not.toBe(id)
  const missing = { dataDir: path.join(newPlace().dataDir, 'missing') }
  keepReplicaId(missing)
  expect(replicaId(missing)).toBe(replicaId(missing))
})

test('a failure on one replica is cleared by its own success or after 15 days, not by another replica', async () => {
  const { context, advance } = await buildTestApp()
  const other = { ...context, config: { ...context.config, dataDir: '/another' } }
  expect(replicaId(other.config)).not.toBe(replicaId(context.config))
  const fail = () => Promise.reject(new Error('broken'))
  const failing = async () =>
    (await listMaintenance(context)).filter(({ hasFailed }) => hasFailed).map(({ task }) => task)
  await noteRun(context, 'verify_audit', fail).catch(() => {})
  advance(minute)
  await noteRun(other, 'verify_audit', async () => {})
  expect(await failing()).toEqual(['verify_audit'])
  await noteRun(context, 'verify_audit', async () => {})
  expect(await failing()).toEqual([])
  advance(minute)
  await noteRun(other, 'verify_files', fail).catch(() => {})
  advance(15 * 24 * 60 * minute)
  expect(await failing()).toEqual([])
})

test('each of two running servers notices that the other differs, until one stops', async () => {
  if (testEngine() !== 'postgres') return
  const testApp = await buildTestApp()
  const { config } = testApp.context
  const elsewhere = await emptyDatabase()
  onTestFinished(() => elsewhere.remove())
  const settings = { ...databaseSettings(config), MAIL_DELIVERY: 'off', PUBLIC_URL: 'https://console.example.org' }
  const one = await launchServer(settings)
  const two = await launchServer({ ...settings, DATA_DIR: elsewhere.dataDir, PUBLISHING: 'two' })
  onTestFinished(async () => {
    await one.end('SIGKILL')
    await two.end('SIGKILL')
  })
  await one.ready()
  await two.ready()
  const replicasOf = async ({ url }: { url: string }) => {
    // As if the difference had not been part of a change.
    const startedAtMs = testApp.context.now() - 10 * minute
    await testApp.context.db.updateTable('replicas').set({ startedAtMs }).execute()
    const answer = await fetch(`${url}/readyz`)
    const { replicas } = (await answer.json()) as { replicas: boolean }
    return [answer.status, replicas]
  }
  for (const server of [one, two])
    await expect.poll(() => replicasOf(server), { timeout: 60_000 }).toEqual([200, false])
  await expect.poll(() => one.output(), { timeout: 60_000 }).toContain('differs in PUBLISHING')
  const { stdout } = await runHere(['check'], settings)
  expect(stdout).toMatch(/^ok +replicas .* agrees with these settings$/m)
  expect(stdout).toMatch(/^failed +replicas .* differs in PUBLISHING \(give both the same settings/m)
  expect(await two.end('SIGTERM')).toBe(0)
  await expect.poll(() => replicasOf(one), { timeout: 60_000 }).toEqual([200, true])
})
