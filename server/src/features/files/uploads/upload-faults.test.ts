import { randomUUIDv7 } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../../app.ts'
import { removeEnded, removeUnpublished } from './discard-upload.ts'
import { updateRole } from '../../staff/admins/store.ts'
import { signedIn } from '../../../../testing/factories.ts'
import {
  beginPlanned,
  ggufOf,
  listFiles,
  partBytes,
  partOf,
  partUrl,
  put,
  sha256,
  startFilesApp,
  storedKeys,
  uploadFirst,
} from '../../../../testing/files/files-app.ts'

async function rejectionOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  return [answer.status, error.code, error.message]
}

async function startUpload() {
  const app = await startFilesApp()
  const content = ggufOf(partBytes + 100_000)
  const begun = await beginPlanned(app.session, content)
  return { ...app, ...begun, content, first: partOf(content, 1), second: partOf(content, 2) }
}

test('a URL with an altered signature, or for another purpose, is rejected', async () => {
  const { session, upload, url, first, content, origin, context } = await startUpload()
  const signedUrl = new URL(await partUrl(session, upload.id, 1))
  const other = await beginPlanned(session, content)
  await partUrl(session, other.upload.id, 1)
  const altered = (change: (url: URL) => void) => {
    const copy = new URL(signedUrl)
    change(copy)
    return copy.href
  }
  const rejected = [403, 'forbidden', 'This upload URL is not valid.']
  const expires = Number(signedUrl.searchParams.get('expires'))
  const signature = signedUrl.searchParams.get('signature') ?? ''
  for (const wrong of [
    altered((each) => each.searchParams.set('signature', `${signature.slice(0, -2)}AA`)),
    altered((each) => each.searchParams.set('signature', '')),
    altered((each) => each.searchParams.set('expires', String(expires + 1))),
    altered((each) => (each.pathname = each.pathname.replace('/parts/1', '/parts/2'))),
    altered((each) => (each.pathname = each.pathname.replace(upload.id, other.upload.id))),
    altered((each) => (each.pathname = each.pathname.replace('/parts/1', '/content'))),
  ]) {
    expect(await rejectionOf(await put(wrong, first))).toEqual(rejected)
  }
  for (const incomplete of [
    altered((each) => each.searchParams.delete('signature')),
    altered((each) => each.searchParams.append('expires', '1')),
    `${origin}/v1/file-uploads/${upload.id}/content`,
  ]) {
    expect((await put(incomplete, first)).status).toBe(400)
  }
  expect((await fetch(signedUrl, { method: 'GET' })).status).toBe(405)
  const rejections = await context.db
    .selectFrom('auditEvents')
    .select(['outcome', 'reason', 'actorId'])
    .where('action', '=', 'files.upload_content')
    .orderBy('sequence')
    .execute()
  expect(rejections).toEqual([
    { outcome: 'denied', reason: 'forbidden', actorId: null },
    { outcome: 'failed', reason: 'invalid', actorId: null },
  ])
  expect((await put(signedUrl.href, first)).status).toBe(204)
  expect(await rejectionOf(await put(url, content))).toEqual([
    409,
    'conflict',
    'This upload is being sent in parts. Send its missing parts, or cancel it.',
  ])
})

test('an upload may start within 15 minutes of its URL, and a fresh URL can be requested', async () => {
  const { testApp, session, upload, url, first, content } = await startUpload()
  const signedUrl = await partUrl(session, upload.id, 1)
  testApp.advance(14.9 * 60_000)
  await session.call('GET', '/v1/auth/admin/me')
  testApp.advance(0.2 * 60_000)
  const expired = [403, 'forbidden', 'This upload URL has expired. Request a new one.']
  expect(await rejectionOf(await put(signedUrl, first))).toEqual(expired)
  expect(await rejectionOf(await put(url, content))).toEqual(expired)
  expect((await put(await partUrl(session, upload.id, 1), first)).status).toBe(204)
})

test('what has arrived cannot be sent again', async () => {
  const { session, upload: inParts, first, content, context } = await startUpload()
  const { url, upload, version } = await beginPlanned(session, content)
  const signedUrl = await partUrl(session, inParts.id, 1, first)
  expect((await put(signedUrl, first)).status).toBe(204)
  const used = [409, 'conflict', 'This URL has already been used. Publish the upload, or begin another one.']
  expect(await rejectionOf(await put(signedUrl, ggufOf(partBytes, 9).subarray(0, partBytes)))).toEqual(used)

  expect((await put(url, content)).status).toBe(204)
  expect(await rejectionOf(await put(url, content))).toEqual(used)
  const id = upload.fileId
  const published = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf' })
  expect(published.json().sha256).toBe(sha256(content))
  for (const late of [url, signedUrl]) expect((await put(late, content)).status).toBe(404)
  // This is what a request does that finds the upload ended, because another has just published it.
  await removeUnpublished(context, upload.id)
  await removeEnded(context, upload.id)
  expect(await storedKeys({ context })).toEqual([published.json().key])
})

test('a wrong length is rejected immediately, or at the end if it was not announced', async () => {
  const { session, upload, first, content, context } = await startUpload()
  const wrongLength = [400, 'invalid', 'The content doesn’t have the announced length.']
  const inChunks = (body: Buffer) => new Blob([new Uint8Array(body)]).stream()
  const signedUrl = await partUrl(session, upload.id, 1)
  for (const body of [first.subarray(1), Buffer.concat([first, Buffer.from('x')]), Buffer.alloc(0)]) {
    expect(await rejectionOf(await put(signedUrl, body))).toEqual(wrongLength)
    if (body.length > 0) expect(await rejectionOf(await put(signedUrl, inChunks(body)))).toEqual(wrongLength)
  }
  const whole = await beginPlanned(session, content)
  for (const body of [content.subarray(1), Buffer.concat([content, Buffer.from('x')])]) {
    expect(await rejectionOf(await put(whole.url, body))).toEqual(wrongLength)
    expect(await rejectionOf(await put(whole.url, inChunks(body)))).toEqual(wrongLength)
  }
  expect(await session.call('GET', `/v1/file-uploads/${upload.id}`).then((state) => state.json().data.parts)).toEqual(
    [],
  )
  expect(await context.storage.head(await anyKey(context))).toBeNull()
  expect((await put(signedUrl, first)).status).toBe(204)
  expect((await put(whole.url, content)).status).toBe(204)
})

async function anyKey(context: Parameters<typeof storedKeys>[0]['context']) {
  for await (const { key } of context.storage.listUploads()) return key
  throw new Error('No upload in the storage')
}

test('a form or a compressed body is not accepted as a file; a body of any other type is stored as it is', async () => {
  const { session } = await startFilesApp()
  const prompt = Buffer.from('Be kind: a=1&b=2%20')
  const inParts = await beginPlanned(session, prompt, 'prompt.txt')
  const { url, upload } = await beginPlanned(session, prompt, 'prompt.txt')
  const form = new FormData()
  form.append('file', new Blob([prompt]), 'prompt.txt')
  for (const target of [url, await partUrl(session, inParts.upload.id, 1)]) {
    expect(await rejectionOf(await fetch(target, { method: 'PUT', body: form }))).toEqual([
      415,
      'unsupported',
      'Send only the content of the file, not a form with the file in it.',
    ])
    for (const encoding of ['gzip', 'br', 'GZIP, identity'])
      expect(await rejectionOf(await put(target, gzipSync(prompt), { 'content-encoding': encoding }))).toEqual([
        415,
        'unsupported',
        'The content encoding is not supported. Send the file uncompressed.',
      ])
  }
  const curl = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'identity' }
  expect((await put(url, prompt, curl)).status).toBe(204)
  const id = upload.fileId
  const body = { id, version: 1, filename: 'prompt.txt', uploadId: upload.id }
  expect((await session.call('PATCH', `/v1/files/${id}`, body)).json().sha256).toBe(sha256(prompt))
})

test('a part in place of another is rejected', async () => {
  const app = await startFilesApp()
  const { session } = app
  const content = ggufOf(2 * partBytes + 100)
  const { upload } = await beginPlanned(session, content)
  const signedUrl = await partUrl(session, upload.id, 1, partOf(content, 1))
  const swapped = await put(signedUrl, partOf(content, 2))
  expect(await rejectionOf(swapped)).toEqual([400, 'invalid', 'Part 1 doesn’t match its announced hash.'])
  expect((await put(signedUrl, partOf(content, 1))).status).toBe(204)
})

test('the bytes of two senders of one part are not mixed', { tags: 'postgres' }, async () => {
  const { session, upload, first, second, content } = await startUpload()
  const signedUrl = await partUrl(session, upload.id, 1, first)
  const answers = await Promise.all([1, 2, 3].map(() => put(signedUrl, first)))
  const statuses = answers.map((answer) => answer.status).toSorted()
  expect(statuses).toEqual([204, 409, 409])
  await put(await partUrl(session, upload.id, 2, second), second)
  const id = upload.fileId
  const published = await session.call('PATCH', `/v1/files/${id}`, { id, version: 1, filename: 'model.gguf' })
  expect(published.json()).toMatchObject({ version: 1, size: content.length })
})

test('a file name with a path, another extension or hidden characters is rejected', async () => {
  const { session } = await startFilesApp()
  for (const filename of [
    '../../etc/passwd.gguf',
    String.raw`..\..\boot.gguf`,
    '/tmp/a.gguf',
    'a\0.gguf',
    'a\r\nset-cookie: x.gguf',
    'a\u202Effug.gguf',
    'model.exe',
    '.gguf',
    'model.gguf.zip',
    '',
    `${'a'.repeat(255)}.gguf`,
  ]) {
    const answer = await session.call('POST', '/v1/files', { filename, name: 'Main LLM' })
    expect([answer.statusCode, answer.json().error.fields?.[0]?.path]).toEqual([400, 'filename'])
  }
  const first = (await uploadFirst(session, 'model.gguf', ggufOf(1000))).json()
  const path = `/v1/files/${first.id}`
  const begun = await session.call('PUT', path, { filename: 'model.onnx' })
  expect(begun.statusCode).toBe(400)
  const patch = (filename: string) => session.call('PATCH', path, { id: first.id, version: 2, filename })
  expect((await patch('model.onnx')).statusCode).toBe(400)
  expect((await patch('../model.gguf')).statusCode).toBe(400)
  const odd = await session.call('PATCH', path, { id: randomUUIDv7(), version: 2, filename: 'model.gguf' })
  expect(odd.json().error.fields).toMatchObject([{ path: 'id' }])
  expect(await listFiles(session)).toEqual([first])
})

test('a file larger than the limit or the free space is rejected before anything is sent', async () => {
  const { session, context, url } = await startUpload()
  const begin = (size: number) => session.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM', size })
  const large = await begin(15e9 + 1)
  expect([large.statusCode, large.json().error.message]).toEqual([413, 'The file is too large. Max file size: 15 GB.'])
  expect((await begin(-1)).statusCode).toBe(400)
  expect((await begin(1.5)).statusCode).toBe(400)
  expect(url).toContain('/content?')

  const { bavail, bsize } = await statfs(context.config.dataDir)
  const freeGigabytes = Math.ceil((bavail * bsize) / 1e9)
  const full = await startFilesApp({ MAX_FILE_GB: String(freeGigabytes + 10), UPLOAD_PART_MB: '1024' })
  const body = { filename: 'a.gguf', name: 'Main LLM', size: (freeGigabytes + 5) * 1e9 }
  const rejected = await full.session.call('POST', '/v1/files', body)
  expect([rejected.statusCode, rejected.json().error.code]).toEqual([507, 'storage_full'])
  expect(rejected.json().error.message).toContain('GB are free')
})

test('the limit also holds for a size that was not announced', { tags: 'postgres' }, async () => {
  const { session, origin, context } = await startFilesApp({ MAX_FILE_GB: '1' })
  const created = (await session.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM' })).json()
  const { hostname, port } = new URL(origin)
  const { pathname, search } = new URL(created.url[0])
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-length': 1e9 + 1 }
    const sent = request({ hostname, port, method: 'PUT', path: pathname + search, headers }, (answer) => {
      resolve(answer.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.write('GGUF')
  })
  expect(status).toBe(413)

  // The body is sent in chunks, and with a limit that is soon reached.
  const smaller = { ...context, config: { ...context.config, maxFileBytes: 1_000 } }
  const app = await buildApp(smaller, pino({ level: 'silent' }))
  onTestFinished(() => app.close())
  const chunked = (bytes: number) =>
    app.inject({ method: 'PUT', url: pathname + search, payload: Readable.from([Buffer.alloc(bytes)]) })
  expect((await chunked(1_001)).statusCode).toBe(413)
  expect((await chunked(1_000)).statusCode).toBe(204)
})

test('an upload is published only as a version of its own file', { tags: 'postgres' }, async () => {
  const { session } = await startFilesApp()
  const content = Buffer.from('a text, sent as a model')
  const { upload, url } = await beginPlanned(session, content)
  expect((await put(url, content)).status).toBe(204)
  const prompt = (await uploadFirst(session, 'prompt.txt', Buffer.from('one'))).json()
  const body = { id: prompt.id, version: 2, filename: 'prompt.txt' }
  const publish = (uploadId?: string) => session.call('PATCH', `/v1/files/${prompt.id}`, { ...body, uploadId })
  expect([(await publish(upload.id)).statusCode, (await publish()).statusCode]).toEqual([404, 409])
  expect(await listFiles(session)).toEqual([prompt])
})

test('an admin whose access was revoked cannot send any more bytes', async () => {
  const app = await startFilesApp()
  const admin = await signedIn(app.testApp, { role: 'admin' })
  const content = ggufOf(1000)
  const { url } = await beginPlanned(admin, content)
  await updateRole(app.context.db, [admin.admin.id], 'user')
  expect(await rejectionOf(await put(url, content))).toEqual([
    403,
    'forbidden',
    'The access of the admin who started this upload was revoked.',
  ])
})

test('an upload that takes longer than the idle limit is completed', { tags: 'postgres' }, async () => {
  const { testApp, session, context } = await startFilesApp()
  testApp.freeze()
  const content = ggufOf(500_000)
  const created = (await session.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM' })).json()
  // Progress is checked at intervals of real time, whatever the clock of the app shows.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const passEightMinutes = async () => {
    // One timer watches the connection, the other one the upload.
    await expect.poll(() => vi.getTimerCount(), { timeout: 60_000 }).toBe(2)
    testApp.advance(8 * 60_000)
    const seenAt = async () => {
      vi.advanceTimersByTime(1_000)
      return (await context.db.selectFrom('sessions').select('lastSeenAtMs').executeTakeFirstOrThrow()).lastSeenAtMs
    }
    await expect.poll(seenAt, { timeout: 60_000 }).toBe(context.now())
  }
  const body = Readable.from(
    (async function* () {
      yield content.subarray(0, 250_000)
      await passEightMinutes()
      yield content.subarray(250_000, 499_000)
      await passEightMinutes()
      yield content.subarray(499_000)
    })(),
  )
  expect((await put(created.url[0], Readable.toWeb(body))).status).toBe(204)
  const { id } = created.file
  const published = await session.call('PATCH', `/v1/files/${id}`, { id, version: 1, filename: 'a.gguf' })
  expect(published.statusCode).toBe(200)
  testApp.advance(16 * 60_000)
  expect((await session.call('GET', '/v1/files')).statusCode).toBe(401)
})

test('a broken connection leaves no object, and the upload can be sent again', async () => {
  const { testApp, session, context } = await startFilesApp()
  const content = ggufOf(500_000)
  const { url, upload } = await beginPlanned(session, content)
  const aborting = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(content.subarray(0, 100_000)))
      setTimeout(() => aborting.abort(), 100)
      return new Promise(() => {})
    },
  })
  const broken = fetch(url, { method: 'PUT', body, duplex: 'half', signal: aborting.signal })
  await expect(broken).rejects.toThrow()
  await expect.poll(() => storedKeys({ context })).toEqual([])
  expect(testApp.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  // The server may not have noticed yet that the connection was lost.
  await expect.poll(async () => (await put(url, content)).status).toBe(204)
  const id = upload.fileId
  const published = await session.call('PATCH', `/v1/files/${id}`, { id, version: 1, filename: 'model.gguf' })
  expect(published.json().sha256).toBe(sha256(content))
})
