import pino from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { logOptions } from '../../../http/requests/logging.ts'
import { warnAboutStorage } from '../../../core/storage/open-storage.ts'
import {
  beginPlanned,
  download,
  ggufOf,
  partBytes,
  partOf,
  partUrl,
  put,
  sendPart,
  sha256,
  startFilesApp,
  uploadFirst,
} from '../../../../testing/files/files-app.ts'
import { freePort } from '../../../../testing/processes/free-port.ts'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'
import { streamOf } from '../../../../testing/storage/streams.ts'
import { describeFiles } from '../../../../testing/files/protocol-suite.ts'
import { findUpload, multipartUploadOf } from './store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

describe('files on S3', () => {
  describeFiles(() => makeBucket())

  test('files on S3 are sent in parts to the bucket, and whole through the server', async () => {
    const { session, origin } = await startFilesApp(await makeBucket())
    const content = ggufOf(50_000)
    const inParts = await beginPlanned(session, content)
    expect(new URL(await partUrl(session, inParts.upload.id, 1)).origin).toBe(inject('s3').endpoint)
    const { url, upload } = await beginPlanned(session, content)
    expect(new URL(url).origin).toBe(origin)
    expect((await put(url, content, { 'content-type': 'text/html' })).status).toBe(204)
    const published = await session.call('PATCH', `/v1/files/${upload.fileId}`, {
      id: upload.fileId,
      version: 1,
      filename: 'model.gguf',
    })
    const answer = await download({ session }, published.json().url)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(content))
  })

  test('an upload to S3 that was completed but not published reports all of its parts as arrived', async () => {
    const { session, context } = await startFilesApp(await makeBucket())
    const content = ggufOf(partBytes + 1_000)
    const { upload } = await beginPlanned(session, content)
    for (const number of [1, 2]) await sendPart(session, upload.id, number, partOf(content, number))
    const row = await findUpload(context.db, upload.id)
    const stored = row && multipartUploadOf(row)
    if (!stored || context.storage.kind !== 's3') throw new Error('No upload was opened in the bucket')
    await context.storage.completeUpload(stored, await context.storage.listParts(stored))

    const answer = await session.call('GET', `/v1/file-uploads/${upload.id}`)
    expect(answer.json().data.parts).toEqual([
      { partNumber: 1, sizeBytes: partBytes, sha256: sha256(partOf(content, 1)) },
      { partNumber: 2, sizeBytes: content.length - partBytes, sha256: sha256(partOf(content, 2)) },
    ])
  })

  test('a file whose length differs from the announced one is not published, even if the bucket accepted it', async () => {
    const { session, context } = await startFilesApp(await makeBucket())
    const { upload, version } = await beginPlanned(session, ggufOf(10_000))
    const sent = { sizeBytes: null, maxBytes: Infinity }
    await context.storage.putObject(objectKeyOf(upload), streamOf(ggufOf(10_001)), sent)
    const id = upload.fileId
    const rejected = await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf' })
    expect([rejected.statusCode, rejected.json().error.message]).toEqual([
      409,
      'The file’s size doesn’t match. Upload it again.',
    ])
  })

  test('a URL of the bucket is valid for 15 minutes', async () => {
    const { session } = await startFilesApp(await makeBucket())
    const { upload } = await beginPlanned(session, ggufOf(partBytes + 1_000))
    const signed = new URL(await partUrl(session, upload.id, 1))
    expect(signed.searchParams.get('X-Amz-Expires')).toBe('900')
  })

  test('a download is a redirect to the bucket that is valid for a minute', async () => {
    const { session, testApp } = await startFilesApp(await makeBucket())
    const { url } = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
    const answer = await testApp.app.inject({ method: 'GET', url: new URL(url).pathname, cookies: session.cookies })
    expect(answer.statusCode).toBe(302)
    const location = new URL(answer.headers.location ?? '')
    expect(location.origin).toBe(inject('s3').endpoint)
    expect(location.searchParams.get('X-Amz-Expires')).toBe('60')
    expect(location.searchParams.get('response-content-disposition')).toContain('attachment; filename="a.gguf"')
    expect(location.searchParams.get('response-cache-control')).toBe('no-store')
  })

  test('pages may send files to the bucket, and the log reports if it rejects them', async () => {
    const { testApp, context, origin } = await startFilesApp(await makeBucket())
    const page = await testApp.app.inject({ method: 'GET', url: '/healthz' })
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' ${inject('s3').endpoint};`)
    const warningsOf = async ({ storage, config }: typeof context) => {
      const lines: string[] = []
      const logger = pino(logOptions({ logLevel: 'info' }), { write: (line: string) => lines.push(line) })
      await warnAboutStorage(storage, config.publicUrl, logger)
      return lines.join('')
    }
    expect(await warningsOf(context)).toContain(`it has no CORS rule for ${origin}`)
    const open = await startFilesApp(await makeBucket('http://localhost:*'))
    expect(await warningsOf(open.context)).toBe('')

    const settings = await makeBucket('http://localhost:*')
    const wrong: [cause: string, change: Record<string, string>][] = [
      ['SignatureDoesNotMatch', { S3_SECRET_ACCESS_KEY: 'wrong' }],
      ['NoSuchBucket', { S3_BUCKET: 'console-nowhere' }],
      ['ECONNREFUSED', { S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }],
    ]
    for (const [cause, change] of wrong) {
      const warnings = await warningsOf((await startFilesApp({ ...settings, ...change })).context)
      expect(warnings).toContain(cause)
      expect(warnings).not.toContain('CORS')
    }
  })

  test('the error for an unreachable bucket names it, and only requests that need the bucket fail with 503', async () => {
    const settings = await makeBucket()
    const { testApp, session } = await startFilesApp({ ...settings, S3_BUCKET: 'console-nowhere' })
    const ready = await testApp.app.inject({ method: 'GET', url: '/readyz' })
    expect([ready.statusCode, ready.json()]).toMatchObject([
      200,
      { status: 'degraded', storage: false, database: true },
    ])
    const begun = await session.call('POST', '/v1/files', { filename: 'a.gguf', name: 'Main LLM' })
    expect(begun.statusCode).toBe(503)
    expect((await session.call('GET', '/v1/files')).statusCode).toBe(200)
  })
})
