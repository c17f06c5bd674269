import { Readable } from 'node:stream'
import type { FileVersion } from '@health-console/contract/files/files.ts'
import { makeOnnx } from '@health-console/formats/samples/make-onnx.ts'
import { describe, expect, test } from 'vitest'
import pino from 'pino'
import { toObjectKey } from '../../src/core/storage/object-key.ts'
import { signedIn } from '../factories.ts'
import { faultRounds } from '../processes/fault-rounds.ts'
import { verifyFilesCommand } from '../../src/features/files/signing/verify-files.ts'
import { sweepFiles } from '../../src/features/files/bucket/sweep-files.ts'
import {
  beginPlanned,
  download,
  type FilesApp,
  finishHashing,
  ggufOf,
  listFiles,
  partBytes,
  partOf,
  partUrl,
  put,
  sendPart,
  sha256,
  startFilesApp,
  storedKeys,
  uploadFirst,
  uploadNext,
} from './files-app.ts'

const aDay = 24 * 3_600_000
const sweep = ({ context }: FilesApp) => sweepFiles(context, pino({ level: 'silent' }))

/** What a client may rely on, where the storage has a part in it. */
export function describeFiles(makeEnvironment: () => Promise<Record<string, string>>): void {
  const start = async () => startFilesApp(await makeEnvironment())

  describe('a client with only the basic requests', () => {
    test('a basic client uploads a file for the first time, and again', async () => {
      const { session } = await start()
      expect((await session.call('GET', '/v1/files')).json()).toMatchObject({ data: { files: [] } })
      const first = ggufOf(300_000)
      const answer = await uploadFirst(session, 'lumen.gguf', first)
      expect(answer.statusCode).toBe(200)
      const published = answer.json()
      expect(published).toEqual({
        id: expect.any(String),
        name: 'Main LLM',
        type: 'gguf',
        size: first.length,
        version: 1,
        url: expect.stringContaining('/v1/files/'),
        key: expect.any(String),
        createdAt: expect.any(Number),
        updatedAt: expect.any(Number),
        filename: 'lumen.gguf',
        sha256: sha256(first),
        uploadedBy: { id: session.admin.id, fullName: 'Ada Lovelace', email: session.admin.email },
        approvedBy: null,
        isSigned: true,
        checks: 11,
      })
      expect(await listFiles(session)).toEqual([published])

      const second = ggufOf(400_000, 2)
      const again = await uploadNext(session, published, 'lumen-2.gguf', second)
      expect(again.statusCode).toBe(200)
      expect(again.json()).toMatchObject({
        id: published.id,
        version: 2,
        size: second.length,
        filename: 'lumen-2.gguf',
        createdAt: published.createdAt,
      })
      expect(again.json().key).not.toBe(published.key)

      const downloaded = await download({ session }, again.json().url)
      expect(downloaded.headers.get('content-disposition')).toContain('attachment; filename="lumen-2.gguf"')
      expect(Buffer.from(await downloaded.arrayBuffer()).equals(second)).toBe(true)
      const older = await download({ session }, published.url)
      expect(Buffer.from(await older.arrayBuffer()).equals(first)).toBe(true)
    })

    test('a basic client may send in chunks of unknown length', async () => {
      const { session } = await start()
      const content = ggufOf(200_000)
      const created = (await session.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM' })).json()
      expect((await put(created.url[0], new Blob([new Uint8Array(content)]).stream())).status).toBe(204)
      const { id } = created.file
      const published = await session.call('PATCH', `/v1/files/${id}`, { id, version: 1, filename: 'a.gguf' })
      expect(published.json()).toMatchObject({ size: content.length, sha256: sha256(content) })
    })
  })

  describe('an upload in parts', () => {
    test('an upload in parts is published when all parts have arrived, in any order; its hash follows', async () => {
      const app = await start()
      const { session } = app
      const content = ggufOf(2 * partBytes + 100_000)
      const { upload, version } = await beginPlanned(session, content)
      expect(upload).toMatchObject({ sizeBytes: content.length, partSizeBytes: partBytes, partCount: 3, type: 'gguf' })
      const [listed] = (await session.call('GET', '/v1/file-uploads')).json().data
      expect(listed).toEqual(upload)
      await sendPart(session, upload.id, 3, partOf(content, 3))
      await sendPart(session, upload.id, 1, partOf(content, 1))
      const id = upload.fileId
      const publish = () =>
        session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf', uploadId: upload.id })
      expect((await publish()).statusCode).toBe(409)
      expect(await listFiles(session)).toEqual([])

      const state = (await session.call('GET', `/v1/file-uploads/${upload.id}`)).json().data
      expect(state.parts).toEqual([
        { partNumber: 1, sizeBytes: partBytes, sha256: sha256(partOf(content, 1)) },
        { partNumber: 3, sizeBytes: partOf(content, 3).length, sha256: sha256(partOf(content, 3)) },
      ])
      expect(await partUrl(session, upload.id, 1)).toBeNull()
      await sendPart(session, upload.id, 2, partOf(content, 2))

      const published = await publish()
      expect(published.statusCode).toBe(200)
      expect(published.json()).toMatchObject({ version: 1, size: content.length })
      await finishHashing(app)
      const [file] = await listFiles(session)
      expect(file?.sha256).toBe(sha256(content))
      const downloaded = await download(app, file?.url ?? '')
      expect(sha256(Buffer.from(await downloaded.arrayBuffer()))).toBe(sha256(content))
      expect((await session.call('GET', `/v1/file-uploads/${upload.id}`)).statusCode).toBe(404)
    })

    test('an upload in parts may also be sent whole, if its size was announced', async () => {
      const app = await start()
      const { session } = app
      const content = ggufOf(partBytes + 70_000)
      const { url, upload, version } = await beginPlanned(session, content)
      expect((await put(url, content)).ok).toBe(true)
      const id = upload.fileId
      const published = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf' })
      expect(published.json()).toMatchObject({ version: 1, size: content.length })
      await finishHashing(app)
      expect((await listFiles(session))[0]?.sha256).toBe(sha256(content))
      expect(await storedKeys(app)).toEqual([published.json().key])
    })

    test('an upload whose parts are being sent cannot be sent whole', async () => {
      const app = await start()
      const { session } = app
      const content = ggufOf(70_000)
      const { url, upload, version } = await beginPlanned(session, content)
      await sendPart(session, upload.id, 1, content)
      const rejected = await put(url, ggufOf(70_000, 2))
      expect([rejected.status, await rejected.json()]).toMatchObject([
        409,
        { error: { message: 'This upload is being sent in parts. Send its missing parts, or cancel it.' } },
      ])
      const id = upload.fileId
      await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf', uploadId: upload.id })
      await finishHashing(app)
      expect((await listFiles(session))[0]?.sha256).toBe(sha256(content))
    })

    test('an upload that is being sent whole cannot be sent in parts', async () => {
      const app = await start()
      const { session } = app
      const content = ggufOf(70_000)
      const { url, upload, version } = await beginPlanned(session, content)
      const { promise: opened, resolve: open } = Promise.withResolvers<void>()
      const body = Readable.from(
        (async function* () {
          yield content.subarray(0, 1_000)
          await opened
          yield content.subarray(1_000)
        })(),
      )
      const sending = put(url, Readable.toWeb(body))
      await expect.poll(() => storedKeys(app)).toHaveLength(1)
      const requestUrl = async () => {
        const part = { parts: [{ partNumber: 1, sha256: 'f'.repeat(64) }] }
        const answer = await session.call('POST', `/v1/file-uploads/${upload.id}/part-urls`, part)
        return [answer.statusCode, answer.json().error.message]
      }
      await expect
        .poll(requestUrl)
        .toEqual([409, 'This upload is being sent as a whole file. Send the file to its URL, or cancel the upload.'])
      open()
      expect((await sending).status).toBe(204)
      expect(await requestUrl()).toEqual([409, 'The whole upload has already arrived. Publish it.'])
      const id = upload.fileId
      const published = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf' })
      expect(published.json()).toMatchObject({ version: 1, sha256: sha256(content) })
    })

    test('an upload in parts is removed immediately when it is cancelled', async () => {
      const app = await start()
      const { session } = app
      const content = ggufOf(partBytes + 100_000)
      const { upload } = await beginPlanned(session, content)
      await sendPart(session, upload.id, 1, partOf(content, 1))
      expect(await storedKeys(app)).toHaveLength(1)
      expect((await session.call('DELETE', `/v1/file-uploads/${upload.id}`)).statusCode).toBe(204)
      expect(await storedKeys(app)).toEqual([])
      expect((await session.call('DELETE', `/v1/file-uploads/${upload.id}`)).statusCode).toBe(404)
    })
  })

  test('the next sweep removes what a crash has left of an upload', async () => {
    const app = await start()
    const { session, context } = app
    const { storage, db } = context
    const content = ggufOf(partBytes + 5_000)
    const published = await beginPlanned(session, content)
    await put(published.url, content)
    const id = published.upload.fileId
    const { key } = (await session.call('PATCH', `/v1/files/${id}`, { id, version: 1, filename: 'a.gguf' })).json()
    // This is as if the server had died before it removed the leftovers of one upload, and after it had cancelled
    // another.
    const sizes = { sizeBytes: content.length, partSizeBytes: partBytes }
    const cancelled = await beginPlanned(session, content)
    await sendPart(session, cancelled.upload.id, 1, partOf(content, 1))
    await storage.beginUpload({ key: toObjectKey(`models/${cancelled.upload.id}`), ...sizes })
    await db.updateTable('fileUploads').set({ state: 'given_up' }).execute()
    expect((await storedKeys(app)).length).toBeGreaterThan(2)
    await sweep(app)
    expect(await storedKeys(app)).toEqual([key])
    expect(await db.selectFrom('fileUploads').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('unknownObjects').selectAll().execute()).toEqual([])
  })

  test('a changed or missing object is detected', async () => {
    const { testApp, session, context } = await start()
    const first = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
    const second = (await uploadNext(session, first, 'b.gguf', ggufOf(6_000))).json()
    await context.storage.remove(second.key)
    await context.db
      .updateTable('fileVersions')
      .set({ sha256: sha256(Buffer.from('other')) })
      .where('number', '=', 1)
      .execute()
    await expect(verifyFilesCommand.run(testApp.context, [])).rejects.toThrow(
      /2 of 2 versions.*\ngguf version 1 \(a\.gguf\): its content has changed\ngguf version 2 \(b\.gguf\): .*no object/,
    )
  })
}

/** What the database alone decides, and when. With S3 it runs in `npm run test:faults`. */
export function describeFileRules(makeEnvironment: () => Promise<Record<string, string>>): void {
  const start = async () => startFilesApp(await makeEnvironment())

  test('uploads without activity for a day are removed, except complete objects', async () => {
    const app = await start()
    const { testApp, session, context } = app
    const first = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
    await sweep(app)
    const content = ggufOf(partBytes + 5_000)
    const abandoned = await beginPlanned(session, content)
    await sendPart(session, abandoned.upload.id, 1, partOf(content, 1))
    const whole = (await session.call('PUT', `/v1/files/${first.id}`)).json()
    await put(whole.url[0], content)
    const [wholeKey] = (await storedKeys(app)).filter(
      (key) => ![first.key, `models/${abandoned.upload.id}`].includes(key),
    )
    await sweep(app)
    expect(await storedKeys(app)).toHaveLength(3)

    testApp.advance(aDay + 60_000)
    await sweep(app)
    expect(await storedKeys(app)).toEqual([first.key, wholeKey].toSorted())
    const gone = await session.call('GET', `/v1/file-uploads/${abandoned.upload.id}`)
    expect(gone.statusCode).toBe(401)
    const { db } = context
    const entries = await db
      .selectFrom('auditEvents')
      .select(['subjects', 'actorId'])
      .where('action', '=', 'files.upload_abandon')
      .execute()
    expect(entries.map(({ subjects }) => JSON.parse(subjects)[0].replace('upload:', 'models/')).toSorted()).toEqual(
      [`models/${abandoned.upload.id}`, wholeKey].toSorted(),
    )
    expect(entries.map(({ actorId }) => actorId)).toEqual([null, null])

    testApp.advance(30 * aDay)
    await sweep(app)
    expect(await storedKeys(app)).toEqual([first.key])
    expect(await db.selectFrom('fileUploads').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('fileUploadParts').selectAll().execute()).toEqual([])
  })

  test('a basic client uploads each of the three types, once', async () => {
    const { session } = await start()
    await uploadFirst(session, 'lumen.gguf', ggufOf(10_000))
    await uploadFirst(session, 'Encoder.ONNX'.toLowerCase(), Buffer.from(makeOnnx()))
    await uploadFirst(session, 'prompt.txt', Buffer.from('Be kind. 🩺\n'))
    const files = await listFiles(session)
    expect(files.map(({ type, version }) => [type, version]).toSorted()).toEqual([
      ['gguf', 1],
      ['onnx', 1],
      ['txt', 1],
    ])
    const second = await session.call('POST', '/v1/files', { filename: 'other.gguf', name: 'Main LLM' })
    expect(second.statusCode).toBe(409)

    const prompt = files.find(({ type }) => type === 'txt')
    const text = await session.call('GET', `/v1/files/${prompt?.id}/versions/1/text`)
    expect(text.json()).toEqual({ data: { text: 'Be kind. 🩺\n' } })
  })

  test('an upload in parts is found again by size and beginning; a file with another content cannot continue it', async () => {
    const app = await start()
    const { session } = app
    const content = ggufOf(partBytes + 100_000)
    const { upload } = await beginPlanned(session, content)
    await sendPart(session, upload.id, 1, partOf(content, 1))

    const [found] = (await session.call('GET', '/v1/file-uploads')).json().data
    expect(found).toMatchObject({
      ...upload,
      type: 'gguf',
      filename: 'model.gguf',
      headSha256: sha256(content.subarray(0, 2 ** 20)),
      updatedAt: expect.any(Number),
    })
    const changed = { parts: [{ partNumber: 1, sha256: 'f'.repeat(64) }] }
    const rejected = await session.call('POST', `/v1/file-uploads/${upload.id}/part-urls`, changed)
    expect(rejected.statusCode).toBe(409)
  })

  test('a part that is sent while its upload is published gets a conflict or finds no upload, and what was sent is published', async () => {
    const app = await start()
    const { session, context } = app
    const sentAgain = context.storage.kind === 'local' ? [204, 404, 409] : [200, 404]
    for (let version = 1; version <= 3 * Math.max(2, faultRounds); version += 1) {
      const content = ggufOf(70_000, version)
      const { upload } = await beginPlanned(session, content)
      const url = await partUrl(session, upload.id, 1, content)
      const send = () => put(url, content)
      const body = { id: upload.fileId, version, filename: 'model.gguf', uploadId: upload.id }
      const publish = () => session.call('PATCH', `/v1/files/${upload.fileId}`, body)
      // The part is new or sent again, and arrives before or after the request to publish.
      if (version % 3 > 0) expect((await send()).ok).toBe(true)
      const sendFirst = version % 2 === 0
      const early = sendFirst ? send() : undefined
      const publishing = publish()
      const parts = await Promise.all([early ?? send(), send()])
      expect(sentAgain).toEqual(expect.arrayContaining(parts.map(({ status }) => status)))
      const first = await publishing
      expect([200, 409]).toContain(first.statusCode)
      const published = first.statusCode === 200 ? first : await publish()
      expect(published.json()).toMatchObject({ version, size: content.length })
      const downloaded = await download(app, published.json().url)
      expect(sha256(Buffer.from(await downloaded.arrayBuffer()))).toBe(sha256(content))
    }
  })

  test('an upload in parts belongs to the admin who began it', async () => {
    const { testApp, session } = await start()
    const { upload } = await beginPlanned(session, ggufOf(10_000))
    const other = await signedIn(testApp, { role: 'super_admin' })
    const path = `/v1/file-uploads/${upload.id}`
    expect((await other.call('GET', path)).statusCode).toBe(404)
    expect((await other.call('POST', `${path}/part-urls`, { parts: [{ partNumber: 1 }] })).statusCode).toBe(404)
    expect((await other.call('DELETE', path)).statusCode).toBe(404)
    const id = upload.fileId
    const published = { id, version: 1, filename: 'a.gguf', uploadId: upload.id }
    expect((await other.call('PATCH', `/v1/files/${id}`, published)).statusCode).toBe(404)
    expect((await other.call('GET', '/v1/file-uploads')).json()).toEqual({ data: [] })
  })

  test('an upload accepts the parts of its plan and no others', async () => {
    const { session } = await start()
    const { upload } = await beginPlanned(session, ggufOf(partBytes + 1000))
    const request = (partNumber: number) =>
      session.call('POST', `/v1/file-uploads/${upload.id}/part-urls`, { parts: [{ partNumber }] })
    expect((await request(3)).statusCode).toBe(400)
    expect((await request(0)).statusCode).toBe(400)
    expect((await request(1.5)).statusCode).toBe(400)
    expect((await request(2)).statusCode).toBe(200)
  })

  test('publishing shows in the history which upload became which version', async () => {
    const { testApp, session } = await start()
    const content = ggufOf(10_000)
    const mine = await beginPlanned(session, content, 'model.gguf')
    const { fileId, id: uploadId } = mine.upload
    const other = await signedIn(testApp)
    // The name, size and number are the same, so only the upload distinguishes them.
    const theirs = (
      await other.call('POST', '/v1/files', { filename: 'model.gguf', name: 'Main LLM', size: content.length })
    ).json()
    await put(theirs.url[0], ggufOf(10_000, 2))
    const first = { id: fileId, version: 1, filename: 'model.gguf' }
    expect((await other.call('PATCH', `/v1/files/${fileId}`, first)).statusCode).toBe(200)
    await put(mine.url, content)
    expect((await session.call('PATCH', `/v1/files/${fileId}`, { ...first, uploadId })).statusCode).toBe(409)
    expect(await uploadIds(session)).toEqual([theirs.upload.id])
    const next = { ...first, version: 2, uploadId }
    expect((await session.call('PATCH', `/v1/files/${fileId}`, next)).statusCode).toBe(200)
    expect((await session.call('POST', `/v1/files/${fileId}/versions/1/restore`, back(2))).statusCode).toBe(200)
    expect(await uploadIds(session)).toEqual([null, uploadId, theirs.upload.id])

    async function uploadIds(person: typeof session) {
      const { data } = (await person.call('GET', `/v1/files/${fileId}/versions`)).json()
      return data.map((version: FileVersion) => version.uploadId)
    }
  })

  test('publishing is rejected for content that is not valid for its type; the current version stays', async () => {
    const app = await start()
    const { session } = app
    const good = ggufOf(50_000)
    const first = (await uploadFirst(session, 'a.gguf', good)).json()
    for (const content of [Buffer.from('GGUF but no model'), good.subarray(0, 2_000), Buffer.alloc(0)]) {
      const rejected = await uploadNext(session, first, 'b.gguf', content)
      expect(rejected.statusCode).toBe(422)
      expect(rejected.json().error).toMatchObject({ code: 'unprocessable', fields: [{ path: 'file' }] })
    }
    expect(await listFiles(session)).toEqual([first])
    expect(await storedKeys(app)).toEqual([first.key])
  })

  test('publishing is rejected for a prompt that is wrapped in a form', async () => {
    const { session } = await start()
    const form = '--X\r\nContent-Disposition: form-data; name="file"\r\n\r\nBe kind.\r\n--X--\r\n'
    const rejected = await uploadFirst(session, 'prompt.txt', Buffer.from(form))
    expect([rejected.statusCode, rejected.json().error.message]).toEqual([
      422,
      'This is a web form with a file in it. Send only the file itself.',
    ])
  })

  test('publishing accepts only the next number', async () => {
    const { session } = await start()
    const first = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
    const begun = (await session.call('PUT', `/v1/files/${first.id}`)).json()
    const publish = (version: number) =>
      session.call('PATCH', `/v1/files/${first.id}`, { id: first.id, version, filename: 'b.gguf' })
    expect((await publish(2)).json().error.message).toContain('isn’t complete')
    await put(begun.url[0], ggufOf(6_000))
    expect((await publish(1)).statusCode).toBe(409)
    expect((await publish(3)).statusCode).toBe(409)
    expect((await publish(2)).statusCode).toBe(200)
    expect((await publish(2)).statusCode).toBe(409)
    expect((await publish(3)).statusCode).toBe(409)
    const history = (await session.call('GET', `/v1/files/${first.id}/versions`)).json().data
    expect(history.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  })

  test('an earlier version is restored as a new one', async () => {
    const app = await start()
    const { testApp, session } = app
    const [one, two] = [ggufOf(5_000), ggufOf(9_000, 2)]
    const first = (await uploadFirst(session, 'one.gguf', one)).json()
    await uploadNext(session, first, 'two.gguf', two)
    const path = `/v1/files/${first.id}/versions`
    const admin = await signedIn(testApp, { role: 'admin' })
    expect((await admin.call('POST', `${path}/1/restore`, back(2))).statusCode).toBe(403)
    expect((await session.call('POST', `${path}/2/restore`, back(2))).statusCode).toBe(409)
    expect((await session.call('POST', `${path}/9/restore`, back(2))).statusCode).toBe(404)
    const restored = await session.call('POST', `${path}/1/restore`, back(2))
    expect(restored.json()).toMatchObject({ version: 3, filename: 'one.gguf', sha256: sha256(one), key: first.key })
    const history = (await admin.call('GET', path)).json().data
    expect(history).toMatchObject([
      { version: 3, isCurrent: true, restoredFrom: 1, size: one.length },
      { version: 2, isCurrent: false, restoredFrom: null, sha256: sha256(two) },
      { version: 1, isCurrent: false, restoredFrom: null, uploadedBy: { fullName: 'Ada Lovelace' } },
    ])
    const downloaded = await download(app, history[1].url)
    expect(Buffer.from(await downloaded.arrayBuffer()).equals(two)).toBe(true)
    expect(await verifyFilesCommand.run(testApp.context, [])).toBe('3 versions verified.')
  })

  test('the number of an admin’s open uploads is limited, also for concurrent requests', async () => {
    const { testApp, session } = await start()
    const other = await signedIn(testApp)
    const begin = (person: typeof session) =>
      person.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM', size: 1_000 })
    const answers = await Promise.all(Array.from({ length: 25 }, () => begin(session)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    const rejected = answers.filter(({ statusCode }) => statusCode === 409)
    const message =
      'You have 20 unfinished uploads: a.gguf (20). Finish or cancel one of them first. Inactive uploads expire after 24 hours.'
    expect(rejected.map((answer) => answer.json().error.message)).toEqual(Array(5).fill(message))
    expect((await begin(other)).statusCode).toBe(200)
    const [first] = answers.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().upload.id] : []))
    await session.call('DELETE', `/v1/file-uploads/${first}`)
    expect((await begin(session)).statusCode).toBe(200)
    expect((await begin(session)).statusCode).toBe(409)
  })
}

const back = (replaces: number) => ({ reason: 'It was better.', replaces })
