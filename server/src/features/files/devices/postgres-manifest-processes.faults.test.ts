import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ggufOf } from '../../../../testing/files/files-app.ts'
import {
  newFolder,
  newPlace,
  publish,
  send,
  start,
  startDevice,
  waiting,
} from '../../../../testing/files/manifest-device.ts'
import { buildFirstRelease, hasFirstRelease } from '../../../../testing/processes/first-release.ts'
import { type ServerProcess, startServerProcess } from '../../../../testing/processes/server-process.ts'

// Two servers cannot share an embedded database.

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
