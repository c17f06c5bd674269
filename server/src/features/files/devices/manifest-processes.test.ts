import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { emptyDatabase, testEngine } from '../../../../testing/engines/engines.ts'
import { ggufOf, put } from '../../../../testing/files/files-app.ts'
import { buildFirstRelease, hasFirstRelease } from '../../../../testing/processes/first-release.ts'
import { runHere } from '../../../../testing/processes/run-console.ts'
import { type ServerProcess, startServerProcess } from '../../../../testing/processes/server-process.ts'

const verifierFile = fileURLToPath(new URL('../signing/verify-model.mjs', import.meta.url))
const waiting = { timeout: 60_000 }

type Place = Awaited<ReturnType<typeof emptyDatabase>>
type Seen = { number: number; models: Record<string, { version: number }>; envelope: string }

async function newPlace(): Promise<Place> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  return place
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
  const read = async (): Promise<Seen> => {
    const answer = await get('/machine/v1/models/manifest')
    const envelope = await answer.text()
    if (!answer.ok) throw new Error(`the manifest was answered ${answer.status}: ${envelope}`)
    return { envelope, ...JSON.parse(Buffer.from(JSON.parse(envelope).payload, 'base64').toString()) }
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
  const server = await startServerProcess(place)
  onTestFinished(() => server.kill())
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
  const restored = await startServerProcess(target)
  onTestFinished(() => restored.kill())
  const later = await startDevice(restored, target, folder)
  const third = await later.readVersion(1)
  expect(third.number).toBeGreaterThan(second.number)
  expect(later.verify(third.envelope)).toEqual([0, ''])
  for (const { envelope } of [first, second]) {
    expect(later.verify(envelope)).toEqual([1, expect.stringContaining('it is older')])
  }
})

// Not a skipped test on SQLite, which two servers cannot share.
// oxlint-disable-next-line vitest/no-conditional-tests
if (testEngine() === 'postgres') {
  test.skipIf(!hasFirstRelease())(
    'next to a server of 1.0.0, an offer goes to devices that read the manifest, until 1.0.0 withdraws it or publishes (only with the history of git)',
    async () => {
      const place = await newPlace()
      const current = await startServerProcess(place)
      onTestFinished(() => current.kill())
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
