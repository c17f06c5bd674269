import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { emptyDatabase, testEngine } from '../../../../testing/engines/engines.ts'
import { onServer } from '../../../../testing/engines/postgres-setup.ts'
import { ggufOf, put } from '../../../../testing/files/files-app.ts'
import { buildFirstRelease, hasFirstRelease } from '../../../../testing/processes/first-release.ts'
import { runHere } from '../../../../testing/processes/run-console.ts'
import { type ServerProcess, startServerProcess } from '../../../../testing/processes/server-process.ts'

const verifierFile = fileURLToPath(new URL('../signing/verify-model.mjs', import.meta.url))
const clockAhead = new URL('../../../../testing/processes/clock-ahead.ts', import.meta.url).href
const waiting = { timeout: 60_000 }
const aDay = 86_400_000

type Place = Awaited<ReturnType<typeof emptyDatabase>>
type Seen = {
  number: number
  models: Record<string, { version: number }>
  expiresAt: string
  envelope: string
  payload: string
  etag: string | null
}

async function newPlace(): Promise<Place> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  return place
}

async function start(place: Place, settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(place, settings)
  onTestFinished(() => server.kill())
  return server
}

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

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-device-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Sends a request that must succeed. */
async function send<Answer>(server: ServerProcess, method: string, url: string, body?: object): Promise<Answer> {
  const answer = await server.call(method, url, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}

/** Uploads and publishes the version after the current one, whose content follows from its number. */
async function publish(server: ServerProcess, number: number, offerTo?: number): Promise<string> {
  const { data } = await send<{ data: { files: { id: string; version: number }[] } }>(server, 'GET', '/v1/files')
  const [known] = data.files
  const begun = known
    ? { ...(await send<{ url: string[] }>(server, 'PUT', `/v1/files/${known.id}`)), file: known }
    : await send<{ url: string[]; file: { id: string } }>(server, 'POST', '/v1/files', {
        filename: 'model.gguf',
        name: 'Main LLM',
      })
  expect((await put(begun.url[0] ?? '', ggufOf(1_000, number))).ok).toBe(true)
  const { id } = begun.file
  await send(server, 'PATCH', `/v1/files/${id}`, {
    id,
    version: (known?.version ?? 0) + 1,
    filename: 'model.gguf',
    offerTo,
  })
  return id
}

/** A device with a token, which asks a server and then runs the verifier. */
async function startDevice(server: ServerProcess, place: Place, folder: string) {
  const { stdout: keys } = await runHere(['model-keys'], databaseSettings(place))
  writeFileSync(path.join(folder, 'keys.pem'), keys)
  const account = { name: `Devices of ${path.basename(folder)}`, scopes: ['models:read'], networks: [] }
  const made = await send<{ data: { id: string } }>(server, 'POST', '/v1/service-accounts', account)
  const tokens = `/v1/service-accounts/${made.data.id}/tokens`
  const { token } = (await send<{ data: { token: string } }>(server, 'POST', tokens, {})).data
  const get = (url: string, from = server) =>
    fetch(`${from.url}${url}`, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' })
  const verify = (envelope: string, ...more: string[]) => {
    const file = (name: string) => path.join(folder, name)
    writeFileSync(file('manifest.json'), envelope)
    const options = ['--manifest', file('manifest.json'), '--state', file('state'), ...more, file('keys.pem')]
    const { status, stderr } = spawnSync(process.execPath, [verifierFile, ...options], { encoding: 'utf8' })
    return [status, stderr.trim()]
  }
  const read = async (from = server): Promise<Seen> => {
    const answer = await get('/machine/v1/models/manifest', from)
    const envelope = await answer.text()
    if (!answer.ok) throw new Error(`the manifest was answered ${answer.status}: ${envelope}`)
    const { payload } = JSON.parse(envelope)
    const etag = answer.headers.get('etag')
    return { envelope, payload, etag, ...JSON.parse(Buffer.from(payload, 'base64').toString()) }
  }
  /** The first manifest with this version. It is hashed and signed in the background. */
  const readVersion = async (version: number): Promise<Seen> => {
    await expect.poll(async () => (await read()).models['gguf']?.version, waiting).toBe(version)
    return read()
  }
  return { get, verify, read, readVersion }
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

// Not a skipped test on SQLite, which two servers cannot share.
// oxlint-disable-next-line vitest/no-conditional-tests
if (testEngine() === 'postgres') {
  test('two servers on one database give the same payload and ETag', async () => {
    const place = await newPlace()
    const one = await start(place)
    const two = await start(place, { PUBLIC_URL: one.url })
    await publish(one, 1)
    const device = await startDevice(one, place, newFolder())
    await device.readVersion(1)
    const readBoth = async () => {
      const seen = await Promise.all([one, two].map((from) => device.read(from)))
      return new Set(seen.map(({ payload, etag }) => `${payload} ${etag}`))
    }
    // A new hour can begin between the two.
    await expect.poll(async () => (await readBoth()).size, waiting).toBe(1)
  })

  test.skipIf(!hasFirstRelease())(
    'next to a server of 1.0.0, an offer goes to devices that read the manifest, until 1.0.0 withdraws it or publishes (only with the history of git)',
    async () => {
      const place = await newPlace()
      const current = await start(place)
      const old = await startServerProcess(place, { PUBLIC_URL: current.url }, buildFirstRelease())
      onTestFinished(() => old.kill())
      const folder = newFolder()
      const id = await publish(current, 1)
      const device = await startDevice(current, place, folder)
      await device.readVersion(1)
      const versionsOf = async (from: ServerProcess) => {
        const { models } = (await (await device.get('/machine/v1/models', from)).json()) as {
          models: { version: number }[]
        }
        return models.map(({ version }) => version)
      }

      await publish(current, 2, 50)
      const offered = () => device.read().then(({ models }) => (models['gguf'] as { offered?: object }).offered)
      await expect.poll(offered, waiting).toMatchObject({ version: 2, percent: 50 })
      const before = await device.read()
      expect(device.verify(before.envelope)).toEqual([0, ''])
      expect([await versionsOf(current), await versionsOf(old)]).toEqual([[1], [1]])
      expect((await device.get('/machine/v1/models/manifest', old)).status).toBe(404)

      const two = path.join(folder, 'two.gguf')
      writeFileSync(two, ggufOf(1_000, 2))
      await send(old, 'POST', `/v1/files/${id}/versions/2/withdrawal`, { reason: 'Wrong units' })
      const withdrawn = await device.read()
      expect(withdrawn.number).toBeGreaterThan(before.number)
      expect(withdrawn.models['gguf']).not.toHaveProperty('offered')
      expect(device.verify(withdrawn.envelope, '--type', 'gguf', two)).toEqual([
        4,
        'This model was withdrawn (gguf version 2). Stop using it.',
      ])

      await publish(current, 3, 5)
      await expect.poll(offered, waiting).toMatchObject({ version: 3, percent: 5 })
      await publish(old, 4)
      const published = await device.readVersion(4)
      expect(published.models['gguf']).not.toHaveProperty('offered')
      expect(device.verify(published.envelope)).toEqual([0, ''])
      await expect.poll(() => versionsOf(old), waiting).toEqual([4])
      await publish(current, 5)
      await device.readVersion(5)
    },
  )
}
