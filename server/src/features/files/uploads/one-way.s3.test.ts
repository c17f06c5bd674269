import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  beginPlanned,
  download,
  finishHashing,
  ggufOf,
  listFiles,
  partUrl,
  put,
  sha256,
  startFilesApp,
  storedKeys,
} from '../../../../testing/files/files-app.ts'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { objectKeyOf } from '../versions/object-key.ts'

const rounds = 6

async function start() {
  const app = await startFilesApp(await makeBucket())
  const replica = await startReplica(app.testApp)
  const send = async (to: typeof replica, url: string, payload: Buffer | Readable) => {
    const { pathname, search } = new URL(url)
    const { statusCode } = await to.inject({ method: 'PUT', url: pathname + search, payload })
    return statusCode
  }
  return { ...app, replica, send }
}

type Started = Awaited<ReturnType<typeof start>>

/** Publishes an upload, and expects the hash of the bytes that are downloaded. */
async function publish({ session, context }: Started, begun: Awaited<ReturnType<typeof beginPlanned>>) {
  const { upload, version } = begun
  const body = { id: upload.fileId, version, filename: 'model.gguf', uploadId: upload.id }
  const answer = await session.call('PATCH', `/v1/files/${upload.fileId}`, body)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  await finishHashing({ context })
  const [file] = await listFiles(session)
  const content = Buffer.from(await (await download({ session }, file?.url ?? '')).arrayBuffer())
  expect(file?.sha256).toBe(sha256(content))
  return content
}

test('of parts and a whole file that are sent at the same time, one is accepted, and published with its own hash', async () => {
  const app = await start()
  for (let round = 0; round < rounds; round += 1) {
    const [inParts, whole] = [ggufOf(2_000, 2 * round + 1), ggufOf(2_000, 2 * round + 2)]
    const begun = await beginPlanned(app.session, inParts)
    const sendParts = async () => {
      const url = await partUrl(app.session, begun.upload.id, 1)
      return (await put(url, inParts)).status
    }
    const [parts, other] = await Promise.allSettled([sendParts(), app.send(app.replica, begun.url, whole)])
    const isInParts = parts.status === 'fulfilled' && parts.value === 200
    const isWhole = other.status === 'fulfilled' && other.value === 204
    expect([isInParts, isWhole].filter(Boolean)).toHaveLength(1)
    const content = await publish(app, begun)
    expect(content.equals(isInParts ? inParts : whole)).toBe(true)
  }
})

test('if two replicas receive a whole file each, one file is published with its own hash, and neither request fails with an internal error', async () => {
  const app = await start()
  for (let round = 0; round < rounds; round += 1) {
    const contents = [ggufOf(2_000, 2 * round + 1), ggufOf(2_000, 2 * round + 2)] as const
    const begun = await beginPlanned(app.session, contents[0])
    const statuses = await Promise.all([
      app.send(app.testApp.app, begun.url, contents[0]),
      app.send(app.replica, begun.url, contents[1]),
    ])
    expect([204, 409]).toEqual(expect.arrayContaining(statuses))
    const content = await publish(app, begun)
    if (statuses[0] !== statuses[1]) expect(content.equals(contents[statuses.indexOf(204) as 0 | 1])).toBe(true)
  }
})

/** Sends the beginning of a file to a replica, and the rest with `finish`. */
async function sendSlowly(app: Started, url: string, content: Buffer) {
  const gate = Promise.withResolvers<void>()
  const halting = Readable.from(
    (async function* () {
      yield content.subarray(0, 1_000)
      await gate.promise
      yield content.subarray(1_000)
    })(),
  )
  const sending = app.send(app.replica, url, halting)
  const isClaimed = async () =>
    (await app.context.db.selectFrom('fileUploads').select('multipartUploadId').executeTakeFirstOrThrow())
      .multipartUploadId !== null
  await expect.poll(isClaimed).toBe(true)
  return () => {
    gate.resolve()
    return sending
  }
}

test('a whole file that is sent again to another replica replaces the attempt that has not ended', async () => {
  const app = await start()
  const [first, second] = [ggufOf(200_000, 1), ggufOf(200_000, 2)]
  const begun = await beginPlanned(app.session, first)
  const finish = await sendSlowly(app, begun.url, first)
  expect(await app.send(app.testApp.app, begun.url, second)).toBe(204)
  expect(await finish()).toBe(409)
  expect((await publish(app, begun)).equals(second)).toBe(true)
})

test('an upload that is cancelled while its whole file is being sent ends, and leaves nothing', async () => {
  const app = await start()
  const content = ggufOf(200_000)
  const begun = await beginPlanned(app.session, content)
  const finish = await sendSlowly(app, begun.url, content)
  expect((await app.session.call('DELETE', `/v1/file-uploads/${begun.upload.id}`)).statusCode).toBe(204)
  expect(await finish()).toBe(404)
  expect(await storedKeys(app)).toEqual([])
})

test('an upload whose object exists already has arrived: it accepts no parts, and is published', async () => {
  const app = await start()
  const content = ggufOf(2_000)
  const begun = await beginPlanned(app.session, content)
  const size = { sizeBytes: content.length, maxBytes: content.length }
  await app.context.storage.putObject(objectKeyOf(begun.upload), Readable.from([content]), size)
  const path = `/v1/file-uploads/${begun.upload.id}/part-urls`
  const answer = await app.session.call('POST', path, { parts: [{ partNumber: 1 }] })
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    409,
    'The whole upload has already arrived. Publish it.',
  ])
  expect(await app.send(app.replica, begun.url, content)).toBe(409)
  expect((await publish(app, begun)).equals(content)).toBe(true)
})
