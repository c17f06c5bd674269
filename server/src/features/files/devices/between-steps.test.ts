import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import {
  approve,
  beginPlanned,
  download,
  type FilesApp,
  finishHashing,
  ggufOf,
  sendPart,
  sha256,
  startFilesApp,
  submitPrompt,
} from '../../../../testing/files/files-app.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { signVersions } from '../signing/sign-versions.ts'

const list = '/machine/v1/models'

async function start(environment: Record<string, string> = {}) {
  const app = await startFilesApp(environment)
  const { headers } = await withToken(app.testApp, ['models:read'])
  const get = (url: string) => app.testApp.app.inject({ url, headers })
  /** What a device sees of a type: the offered version, and whether it can be fetched with its signature. */
  const offered = async (type = 'gguf') => {
    const { models } = (await get(list)).json<{ models: { type: string; version: number; signatureUrl: string }[] }>()
    const model = models.find((each) => each.type === type)
    const { statusCode, headers: answered } = await get(`${list}/${type}/current`)
    const current = statusCode === 307 ? Number(answered.location?.split('/').at(-1)) : statusCode
    if (model === undefined) return { version: undefined, current, signature: undefined }
    const signature = await get(new URL(model.signatureUrl).pathname)
    return { version: model.version, current, signature: signature.statusCode }
  }
  return { ...app, get, offered }
}

const ready = (version: number) => ({ version, current: version, signature: 200 })

/** Uploads in parts, as the web does: the hash is not known at publishing. */
async function publishInParts(
  { session }: Pick<FilesApp, 'session'>,
  content: Buffer,
  offerTo?: number,
): Promise<string> {
  const { upload, version } = await beginPlanned(session, content)
  await sendPart(session, upload.id, 1, content)
  const body = { id: upload.fileId, version, filename: 'model.gguf', uploadId: upload.id, offerTo }
  const answer = await session.call('PATCH', `/v1/files/${upload.fileId}`, body)
  expect(answer.statusCode).toBe(200)
  return upload.fileId
}

test('until a published version is hashed and signed, the one before it is offered', async () => {
  const app = await start()
  await publishInParts(app, ggufOf(1_000, 1))
  expect(await app.offered()).toEqual({ version: undefined, current: 409, signature: undefined })
  await finishHashing(app)
  expect(await app.offered()).toEqual(ready(1))

  await publishInParts(app, ggufOf(1_000, 2))
  expect(await app.offered()).toEqual(ready(1))
  const id = await publishInParts(app, ggufOf(1_000, 3))
  expect(await app.offered()).toEqual(ready(1))
  await finishHashing(app)
  expect(await app.offered()).toEqual(ready(3))

  // A server of 1.0.0 that runs at the same time signs a second after it has stored the hash.
  await app.context.db.deleteFrom('fileSignatures').where('number', '=', 3).execute()
  expect(await app.offered()).toEqual(ready(2))
  await signVersions(app.context)
  expect(await app.offered()).toEqual(ready(3))

  const back = { reason: 'Slow', replaces: 3 }
  expect((await app.session.call('POST', `/v1/files/${id}/versions/1/restore`, back)).statusCode).toBe(200)
  expect(await app.offered()).toEqual(ready(4))
  const withdrawal = { reason: 'Wrong units', goBackTo: 2 }
  expect((await app.session.call('POST', `/v1/files/${id}/versions/4/withdrawal`, withdrawal)).statusCode).toBe(200)
  expect(await app.offered()).toEqual(ready(5))
})

test('a version for a part of the devices is offered to them once it is hashed and signed, and to all only then', async () => {
  const app = await start()
  await publishInParts(app, ggufOf(1_000, 1))
  await finishHashing(app)
  const part = async () => {
    const { payload } = (await app.get(`${list}/manifest`)).json<{ payload: string }>()
    const { gguf } = JSON.parse(Buffer.from(payload, 'base64').toString()).models
    return [gguf.version, gguf.offered?.version]
  }
  const statuses = async () =>
    Promise.all(['', '/signature'].map(async (end) => (await app.get(`${list}/gguf/versions/2${end}`)).statusCode))

  const id = await publishInParts(app, ggufOf(1_000, 2), 5)
  expect([await app.offered(), await part()]).toEqual([ready(1), [1, undefined]])
  expect(await statuses()).toEqual([409, 409])
  expect((await app.session.call('POST', `/v1/files/${id}/versions/2/offer`, { percent: 100 })).statusCode).toBe(200)
  expect([await app.offered(), await part()]).toEqual([ready(1), [1, undefined]])
  await finishHashing(app)
  expect([await app.offered(), await part()]).toEqual([ready(2), [2, undefined]])

  await publishInParts(app, ggufOf(1_000, 3), 5)
  expect(await part()).toEqual([2, undefined])
  await finishHashing(app)
  expect([await app.offered(), await part()]).toEqual([ready(2), [2, 3]])
})

test('an approved version is signed at its approval, and nothing that awaits it is', async () => {
  const app = await start({ PUBLISHING: 'two' })
  const other = await signedIn(app.testApp, { role: 'super_admin' })
  const staged = await submitPrompt(app, app.session, 'Be kind.')
  expect(await app.context.db.selectFrom('fileSignatures').selectAll().execute()).toEqual([])
  expect((await approve(other, staged)).statusCode).toBe(200)
  expect(await app.offered('txt')).toEqual(ready(1))
})

test('content that was withdrawn is not signed again, and the version before it is offered', async () => {
  const app = await start()
  const [good, bad] = [ggufOf(1_000, 1), ggufOf(1_000, 2)]
  await publishInParts(app, good)
  const id = await publishInParts(app, bad)
  await finishHashing(app)
  const withdrawal = { reason: 'Wrong units', goBackTo: 1 }
  expect((await app.session.call('POST', `/v1/files/${id}/versions/2/withdrawal`, withdrawal)).statusCode).toBe(200)
  await publishInParts(app, bad)
  await finishHashing(app)
  await signVersions(app.context)
  expect(await app.offered()).toEqual(ready(3))
})

test('a download has its SHA-256 as its ETag, and none until it is known', async () => {
  const app = await start()
  const content = ggufOf(1_000)
  const id = await publishInParts(app, content)
  const url = `${app.origin}/v1/files/${id}/versions/1/download`
  const early = await download(app, url, { 'if-none-match': '*', range: 'bytes=0-9', 'if-range': '"models/x"' })
  expect([early.status, early.headers.get('etag'), (await early.arrayBuffer()).byteLength]).toEqual([
    200,
    null,
    content.length,
  ])
  expect((await download(app, url, { 'if-match': '"x"' })).status).toBe(412)
  await finishHashing(app)
  expect((await download(app, url)).headers.get('etag')).toBe(`"${sha256(content)}"`)
})
