import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import {
  beginPlanned,
  download,
  finishHashing,
  ggufOf,
  listFiles,
  partBytes,
  partOf,
  sendPart,
  sha256,
  startFilesApp,
  storedKeys,
  uploadFirst,
} from '../../../../testing/files/files-app.ts'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'

const templates = { '': '{{ messages }}' }

test('in a bucket, a version is submitted, approved and withdrawn as on the local disk', async () => {
  const app = await startFilesApp({ ...(await makeBucket()), PUBLISHING: 'two' })
  const { session, testApp } = app
  const other = await signedIn(testApp, { role: 'super_admin' })
  const first = Buffer.from(makeGguf({ templates }))
  const staged = (await uploadFirst(session, 'a.gguf', first)).json()
  await finishHashing(app)
  const versions = `/v1/files/${staged.fileId}/versions`
  const approve = async (version: number, content: Buffer, replaces: number, template: string | null = null) => {
    if (template !== null) await other.call('POST', `${versions}/${version}/opened-texts`, { template })
    return other.call('POST', `${versions}/${version}/approval`, { sha256: sha256(content), replaces })
  }
  expect(await listFiles(session)).toEqual([])
  expect((await other.call('GET', `${versions}/1/download`)).statusCode).toBe(409)
  expect((await approve(1, first, 0)).statusCode).toBe(409)
  expect((await approve(1, first, 0, '')).statusCode).toBe(200)

  const second = ggufOf(partBytes + 1_000, 2)
  const { upload } = await beginPlanned(session, second)
  for (const number of [1, 2]) await sendPart(session, upload.id, number, partOf(second, number))
  const body = { id: staged.fileId, version: 2, filename: 'b.gguf', uploadId: upload.id }
  const answers = await Promise.all([1, 2].map(() => session.call('PATCH', `/v1/files/${staged.fileId}`, body)))
  expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
  await finishHashing(app)
  expect(await listFiles(session)).toMatchObject([{ version: 1 }])
  expect((await approve(2, second, 1)).json()).toMatchObject({ version: 2 })
  const [file] = await listFiles(session)
  expect(sha256(Buffer.from(await (await download(app, file?.url ?? '')).arrayBuffer()))).toBe(sha256(second))

  const reason = 'It answers in the wrong language.'
  const back = await other.call('POST', `${versions}/2/withdrawal`, { reason, goBackTo: 1 })
  expect(back.json()).toMatchObject({ version: 3, filename: 'a.gguf' })
  expect((await download(app, file?.url ?? '')).status).toBe(410)
  expect(await storedKeys(app)).toHaveLength(2)
})
