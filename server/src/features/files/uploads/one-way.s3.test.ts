import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { beginPlanned, ggufOf, storedKeys } from '../../../../testing/files/files-app.ts'
import { publishSent, type StartedReplicas, startReplicas } from '../../../../testing/files/one-way.ts'
import { objectKeyOf } from '../versions/object-key.ts'

/** Sends the beginning of a file to a replica, and the rest with `finish`. */
async function sendSlowly(app: StartedReplicas, url: string, content: Buffer) {
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
  const app = await startReplicas()
  const [first, second] = [ggufOf(200_000, 1), ggufOf(200_000, 2)]
  const begun = await beginPlanned(app.session, first)
  const finish = await sendSlowly(app, begun.url, first)
  expect(await app.send(app.testApp.app, begun.url, second)).toBe(204)
  expect(await finish()).toBe(409)
  expect((await publishSent(app, begun)).equals(second)).toBe(true)
})

test('an upload that is cancelled while its whole file is being sent ends, and leaves nothing', async () => {
  const app = await startReplicas()
  const content = ggufOf(200_000)
  const begun = await beginPlanned(app.session, content)
  const finish = await sendSlowly(app, begun.url, content)
  expect((await app.session.call('DELETE', `/v1/file-uploads/${begun.upload.id}`)).statusCode).toBe(204)
  expect(await finish()).toBe(404)
  expect(await storedKeys(app)).toEqual([])
})

test('an upload whose object exists already has arrived: it accepts no parts, and is published', async () => {
  const app = await startReplicas()
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
  expect((await publishSent(app, begun)).equals(content)).toBe(true)
})
