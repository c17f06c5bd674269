import { expect, test } from 'vitest'
import { digestWaiting } from './digest-versions.ts'
import { listArrivedParts } from './parts.ts'
import {
  beginPlanned,
  finishDigests,
  ggufOf,
  listFiles,
  partBytes,
  partOf,
  sendPart,
  sha256,
  startFilesApp,
} from '../../testing/files/files-app.ts'
import { findUpload, storeUploadOf } from './uploads-store.ts'

const content = ggufOf(3 * partBytes + 10)

async function publishedApart(order: number[]) {
  const app = await startFilesApp()
  const { session } = app
  const { upload, version } = await beginPlanned(session, content)
  for (const partNumber of order) {
    await sendPart(session, upload.id, partNumber, partOf(content, partNumber))
  }
  const id = upload.fileId
  const answer = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'a.gguf' })
  return answer.json()
}

test.each([
  ['in their order', [1, 2, 3, 4]],
  ['backwards', [4, 3, 2, 1]],
  ['mixed', [2, 1, 4, 3]],
])('parts that arrive %s are hashed while they arrive', async (_, order) => {
  const published = await publishedApart(order)
  expect(published.sha256).toBe(sha256(content))
})

test('after a restart the object is hashed in the background, by one server at a time', async () => {
  const app = await startFilesApp()
  const { session, context, testApp } = app
  const { upload, version } = await beginPlanned(session, content)
  for (const partNumber of [1, 2, 3, 4]) await sendPart(session, upload.id, partNumber, partOf(content, partNumber))
  // The state after a restart: the parts are known, the running hash is lost.
  const row = await findUpload(context.db, upload.id)
  const stored = row && storeUploadOf(row)
  if (!stored) throw new Error('The upload is not in the store')
  await context.storage.completeUpload(stored, await listArrivedParts(context, row))
  const id = upload.fileId
  const published = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'a.gguf' })
  expect(published.json()).toMatchObject({ version: 1, sha256: null })

  const stopped = new AbortController()
  stopped.abort()
  await digestWaiting(context, stopped.signal)
  expect((await listFiles(session))[0]?.sha256).toBeNull()

  await context.db
    .updateTable('fileDigests')
    .set({ leaseEndsAtMs: context.now() + 60_000 })
    .execute()
  await finishDigests(app)
  expect((await listFiles(session))[0]?.sha256).toBeNull()
  testApp.advance(61_000)
  await finishDigests(app)
  expect((await listFiles(session))[0]?.sha256).toBe(sha256(content))
  expect(await context.db.selectFrom('fileDigests').selectAll().execute()).toEqual([])
})
