import { expect, test } from 'vitest'
import { testEngine } from '../../../../testing/engines/engines.ts'
import { hashVersions } from './hash-versions.ts'
import {
  beginPlanned,
  finishHashing,
  ggufOf,
  listFiles,
  partBytes,
  partOf,
  sendPart,
  sha256,
  startFilesApp,
} from '../../../../testing/files/files-app.ts'

const content = ggufOf(3 * partBytes + 10)

async function publishedInOrder(order: number[]) {
  const app = await startFilesApp()
  const { session } = app
  const { upload, version } = await beginPlanned(session, content)
  for (const partNumber of order) await sendPart(session, upload.id, partNumber, partOf(content, partNumber))
  const id = upload.fileId
  const published = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'a.gguf' })
  expect(published.json()).toMatchObject({ version: 1, sha256: null })
  return app
}

const orders: [string, number[]][] = [
  ['mixed', [2, 1, 4, 3]],
  ['in their order', [1, 2, 3, 4]],
  ['backwards', [4, 3, 2, 1]],
]

// The order matters to the hash, and not to the engine.
test.each(testEngine() === 'postgres' ? orders.slice(0, 1) : orders)(
  'parts that arrive %s are hashed in the background, by one server at a time',
  { tags: 'postgres' },
  async (_, order) => {
    const app = await publishedInOrder(order)
    const { session, context, testApp } = app

    const stopped = new AbortController()
    stopped.abort()
    await hashVersions(context, stopped.signal)
    expect((await listFiles(session))[0]?.sha256).toBeNull()

    await context.db
      .updateTable('fileDigests')
      .set({ leaseEndsAtMs: context.now() + 60_000 })
      .execute()
    await finishHashing(app)
    expect((await listFiles(session))[0]?.sha256).toBeNull()
    testApp.advance(61_000)
    await finishHashing(app)
    expect((await listFiles(session))[0]?.sha256).toBe(sha256(content))
    expect(await context.db.selectFrom('fileDigests').selectAll().execute()).toEqual([])
  },
)

test('a server that stops while it hashes an object leaves it to the next one immediately', async () => {
  const app = await publishedInOrder([4, 3, 2, 1])
  const stopped = new AbortController()
  const hashing = hashVersions(app.context, stopped.signal)
  stopped.abort()
  await hashing
  await finishHashing(app)
  expect((await listFiles(app.session))[0]?.sha256).toBe(sha256(content))
})
