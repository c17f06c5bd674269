import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, inject, test } from 'vitest'
import { createObjectKey } from '../../../testing/storage/create-object-key.ts'
import { streamOf } from '../../../testing/storage/streams.ts'
import { openS3Storage } from './s3.ts'

const { endpoint, region, accessKeyId, secretAccessKey } = inject('s3')
const credentials = { accessKeyId, secretAccessKey }
const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })

/** A bucket with an object that the public may not read. */
async function withSecret() {
  const bucket = `console-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const storage = await openS3Storage({ bucket, endpoint, region, credentials })
  const secret = createObjectKey('models')
  await storage.putObject(secret, streamOf(Buffer.from('secret content')), { sizeBytes: null, maxBytes: Infinity })
  return { storage, bucket, secret }
}

test.each([
  ['another type', { 'content-type': 'text/html' }],
  ['another disposition', { 'content-disposition': 'inline' }],
  ['an open permission', { 'x-amz-acl': 'public-read' }],
  ['metadata', { 'x-amz-meta-a': 'b' }],
  ['a redirect', { 'x-amz-website-redirect-location': 'https://example.org' }],
])('a part URL can only write the bytes of its object: %s', async (_, headers) => {
  const { storage, bucket } = await withSecret()
  const key = createObjectKey('models')
  const upload = await storage.beginUpload({ key, sizeBytes: 14, partSizeBytes: 5 * 2 ** 20 })
  const url = await storage.presignPart(upload, 1, 60)
  const sent = await fetch(url, { method: 'PUT', headers: { ...headers }, body: Buffer.alloc(14, 'x') })
  expect(sent.status).toBe(200)
  await storage.completeUpload(upload, await storage.listParts(upload))
  const whole = await fetch(await storage.presignGet(key, 'a.gguf', 60), { redirect: 'manual' })
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('x-amz-meta-a')]).toEqual([
    200,
    'application/octet-stream',
    null,
  ])
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment/)
  expect((await fetch(`${endpoint}/${bucket}/${key}`)).status).toBe(403)
})

test.each([undefined, 'bytes=0-13'])('the URL of a part cannot copy another object (range: %s)', async (range) => {
  const { storage, bucket, secret } = await withSecret()
  const key = createObjectKey('models')
  const upload = await storage.beginUpload({ key, sizeBytes: 14, partSizeBytes: 5 * 2 ** 20 })
  const url = await storage.presignPart(upload, 1, 60)
  const headers = { 'x-amz-copy-source': `/${bucket}/${secret}`, ...(range && { 'x-amz-copy-source-range': range }) }
  expect((await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(14, 'x') })).ok).toBe(false)
  expect(await storage.listParts(upload)).toEqual([])
})

test('the URL of a download only reads this object, with its name and type, until it expires', async () => {
  const { storage, secret } = await withSecret()
  const url = await storage.presignGet(secret, 'a.gguf', 60)
  const changed: [string, string?][] = [
    [url.replace(/response-content-type=[^&]*/, 'response-content-type=text%2Fhtml')],
    [url.replace(/response-content-disposition=[^&]*/, 'response-content-disposition=inline')],
    [`${url}&response-content-type=text%2Fhtml`],
    [`${url}&acl`],
    [`${url}&versionId=null`],
    [url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=600000')],
    [url.replace(/X-Amz-Date=\d+/, 'X-Amz-Date=20990101')],
    [url.replace(secret, createObjectKey('models'))],
    [url, 'PUT'],
    [url, 'DELETE'],
    [url, 'POST'],
  ]
  for (const [each, method = 'GET'] of changed) {
    const answer = await fetch(each, { method })
    expect(answer.ok, `${method} ${each}`).toBe(false)
    await answer.body?.cancel()
  }
  expect((await buffer(await storage.openRead(secret))).toString()).toBe('secret content')
})
