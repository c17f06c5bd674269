import { expect, test } from 'vitest'
import {
  beginPlanned,
  download,
  ggufOf,
  put,
  sendPart,
  sha256,
  startFilesApp,
  storedKeys,
  uploadFirst,
} from '../../../../testing/files/files-app.ts'

const bytes = (text: string) => Buffer.from(text)

/** A prompt with one version, and requests that begin and publish further uploads. */
async function withPrompt() {
  const app = await startFilesApp()
  const { session } = app
  const { id } = (await uploadFirst(session, 'prompt.txt', bytes('One.'))).json()
  const begin = async (): Promise<string> => (await session.call('PUT', `/v1/files/${id}`)).json().url[0]
  const publish = (version: number, filename: string) =>
    session.call('PATCH', `/v1/files/${id}`, { id, version, filename })
  return { app, begin, publish }
}

test('an upload that is older than the published one is not published afterwards, and is removed', async () => {
  const { app, begin, publish } = await withPrompt()
  await put(await begin(), bytes('A.'))
  await put(await begin(), bytes('B.'))
  const published = await publish(2, 'B.txt')
  expect(published.json()).toMatchObject({ version: 2, sha256: sha256(bytes('B.')) })
  // A script whose first response was lost repeats the request, with the version that it now sees.
  expect((await publish(3, 'B.txt')).statusCode).toBe(409)
  expect(await (await download(app, published.json().url)).text()).toBe('B.')
  expect(await storedKeys(app)).toHaveLength(2)
  expect(await app.context.db.selectFrom('fileUploads').selectAll().execute()).toEqual([])
})

test('an upload that was begun last and has not arrived is not replaced by an older one', async () => {
  const { app, begin, publish } = await withPrompt()
  await put(await begin(), bytes('A.'))
  const url = await begin()
  const early = await publish(2, 'B.txt')
  expect(early.statusCode).toBe(409)
  expect(early.json().error.message).toMatch(/upload isn’t complete/)
  await put(url, bytes('B.'))
  expect((await publish(2, 'B.txt')).json()).toMatchObject({ sha256: sha256(bytes('B.')) })
  expect(await storedKeys(app)).toHaveLength(2)
})

test('a repeated request to publish an upload fails with 409, and with the same message as other conflicts', async () => {
  const { session } = await startFilesApp()
  const content = ggufOf(5_000)
  const { upload } = await beginPlanned(session, content)
  await sendPart(session, upload.id, 1, content)
  const { fileId: id, id: uploadId } = upload
  const publish = (version: number) =>
    session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'a.gguf', uploadId })
  expect((await publish(1)).statusCode).toBe(200)
  const [late, later] = [await publish(1), await publish(2)]
  expect([late.statusCode, later.statusCode]).toEqual([409, 409])
  expect(late.json().error.message).toBe(later.json().error.message)
})
