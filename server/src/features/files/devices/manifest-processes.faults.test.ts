import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { onServer } from '../../../../testing/engines/postgres-setup.ts'
import {
  newFolder,
  newPlace,
  type Place,
  publish,
  start,
  startDevice,
  waiting,
} from '../../../../testing/files/manifest-device.ts'
import { runHere } from '../../../../testing/processes/run-console.ts'
import type { ServerProcess } from '../../../../testing/processes/server-process.ts'

const clockAhead = new URL('../../../../testing/processes/clock-ahead.ts', import.meta.url).href
const aDay = 86_400_000

/** Starts a server whose clock is ahead: on PostgreSQL servers follow the clock of the database. */
async function startAhead(place: Place, aheadMs: number): Promise<ServerProcess> {
  const { databaseUrl } = place
  if (databaseUrl === undefined)
    return start(place, { CLOCK_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `--import=${clockAhead}` })
  await onServer(databaseUrl, (client) =>
    client.query(`
      create schema if not exists ahead;
      create or replace function ahead.clock_timestamp() returns timestamptz language sql as
        'select pg_catalog.clock_timestamp() + interval ''${aheadMs} milliseconds''';
      alter database ${new URL(databaseUrl).pathname.slice(1)} set search_path = "$user", public, ahead, pg_catalog`),
  )
  return start(place)
}

test('after a backup was restored, a device accepts the next manifest, and none from between the two', async () => {
  const place = await newPlace()
  const server = await start(place)
  const folder = newFolder()
  await publish(server, 1)
  const device = await startDevice(server, place, folder)
  const first = await device.readVersion(1)
  expect(device.verify(first.envelope)).toEqual([0, ''])
  const backups = newFolder()
  expect(await runHere(['backup', backups], databaseSettings(place))).toMatchObject({ code: 0 })
  await publish(server, 2)
  const second = await device.readVersion(2)
  expect(device.verify(second.envelope)).toEqual([0, ''])
  await server.stop()

  const target = await newPlace()
  copyFileSync(path.join(place.dataDir, 'secret.key'), path.join(target.dataDir, 'secret.key'))
  expect(await runHere(['restore', backups], databaseSettings(target))).toMatchObject({ code: 0 })
  const restored = await start(target)
  const later = await startDevice(restored, target, folder)
  const third = await later.readVersion(1)
  expect(third.number).toBeGreaterThan(second.number)
  expect(later.verify(third.envelope)).toEqual([0, ''])
  for (const { envelope } of [first, second]) {
    expect(later.verify(envelope)).toEqual([1, expect.stringContaining('it is older')])
  }
})

test('a manifest that was kept back for two days expires, and a clock that was 40 days ahead leaves no device stuck', async () => {
  const place = await newPlace()
  const folder = newFolder()
  const earlier = await startAhead(place, -2 * aDay)
  await publish(earlier, 1)
  const frozen = await (await startDevice(earlier, place, folder)).readVersion(1)
  await earlier.stop()

  const present = await startAhead(place, 0)
  const device = await startDevice(present, place, folder)
  expect(device.verify(frozen.envelope)).toEqual([3, `The manifest expired at ${frozen.expiresAt}.`])
  expect(device.verify((await device.read()).envelope)).toEqual([0, ''])
  await present.stop()

  const fast = await startAhead(place, 40 * aDay)
  await publish(fast, 2)
  const ahead = await (await startDevice(fast, place, folder)).readVersion(2)
  expect(device.verify(ahead.envelope)).toEqual([3, expect.stringContaining('The manifest is from the future')])
  await fast.stop()

  const right = await startAhead(place, 0)
  const later = await startDevice(right, place, folder)
  const corrected = await later.read()
  expect(corrected.number).toBe(ahead.number)
  expect(later.verify(corrected.envelope)).toEqual([0, ''])
  await publish(right, 3)
  expect(later.verify((await later.readVersion(3)).envelope)).toEqual([0, ''])
})

test('a device accepts no signature of a model as a manifest, no manifest of another console and no changed payload', async () => {
  const [place, otherPlace] = [await newPlace(), await newPlace()]
  const [server, other] = await Promise.all([start(place), start(otherPlace)])
  const [, , device, foreign] = await Promise.all([
    publish(server, 1),
    publish(other, 1),
    startDevice(server, place, newFolder()),
    startDevice(other, otherPlace, newFolder()),
  ])
  const { envelope, payload } = await device.readVersion(1)
  const { payloadType, signatures } = JSON.parse(envelope)

  const readBundle = () => device.get('/machine/v1/models/gguf/versions/1/signature')
  await expect.poll(async () => (await readBundle()).status, waiting).toBe(200)
  const bundle = (await (await readBundle()).json()) as { dsseEnvelope: { signatures: [{ sig: string }] } }
  const { dsseEnvelope } = bundle
  for (const sent of [bundle, dsseEnvelope])
    expect(device.verify(JSON.stringify(sent))).toEqual([2, 'This is not a manifest of models.'])
  const [{ sig }] = dsseEnvelope.signatures
  const relabelled = { ...dsseEnvelope, payloadType, signatures: [{ sig, keyid: signatures[0].keyid }] }
  const changed = Buffer.from(payload, 'base64')
  changed[20] = (changed[20] ?? 0) ^ 1
  for (const sent of [relabelled, { payload: changed.toString('base64'), payloadType, signatures }])
    expect(device.verify(JSON.stringify(sent))).toEqual([1, 'The signature of the manifest is not valid.'])
  expect(device.verify((await foreign.readVersion(1)).envelope)).toEqual([
    1,
    expect.stringContaining('signed with another key'),
  ])
  expect(device.verify(envelope)).toEqual([0, ''])
})
