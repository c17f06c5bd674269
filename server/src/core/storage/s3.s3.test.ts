import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, inject, test } from 'vitest'
import { StorageFullError, StorageUnavailableError } from './errors.ts'
import { createObjectKey } from '../../../testing/storage/create-object-key.ts'
import { openS3Storage } from './s3.ts'
import type { S3Settings } from '../settings/storage.ts'
import { listParts, listUploads } from './s3-lists.ts'
import { setQuota } from '../../../testing/storage/rados-gateway.ts'
import { describeStorage, sendPart } from '../../../testing/storage/storage-suite.ts'
import { streamOf, zeros } from '../../../testing/storage/streams.ts'

const mib = 1024 * 1024
const origin = 'https://console.example.org'
const { endpoint, region, accessKeyId, secretAccessKey, configuration } = inject('s3')
const credentials = { accessKeyId, secretAccessKey }
const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })

async function makeBucket(allowedOrigin?: string): Promise<S3Settings & { kind: 's3' }> {
  const bucket = `console-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  if (allowedOrigin !== undefined) {
    const rule = { AllowedOrigins: [allowedOrigin], AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['*'] }
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  }
  return { kind: 's3', bucket, endpoint, region, credentials }
}

const newKey = () => createObjectKey('models')
const anySize = { sizeBytes: null, maxBytes: Infinity }

describe('S3 storage', () => {
  describeStorage(() => makeBucket())

  test('the S3 URL of one part is not valid for another', async () => {
    const storage = await openS3Storage(await makeBucket())
    const upload = await storage.beginUpload({ key: newKey(), sizeBytes: 10 * mib, partSizeBytes: 5 * mib })
    const other = await storage.beginUpload({ key: newKey(), sizeBytes: 10 * mib, partSizeBytes: 5 * mib })
    const url = await storage.presignPart(upload, 1, 60)
    const status = async (url: string) => (await fetch(url, { method: 'PUT', body: Buffer.alloc(5 * mib) })).status
    expect(await status(url.replace('partNumber=1', 'partNumber=2'))).toBe(403)
    expect(await status(url.replace(upload.uploadId, other.uploadId))).toBe(403)
    expect(await storage.listParts(upload)).toEqual([])
    expect(await status(url)).toBe(200)
    expect(await storage.listParts(upload)).toMatchObject([{ partNumber: 1, sizeBytes: 5 * mib }])
  })

  test('an S3 download is an attachment with its name', async () => {
    const storage = await openS3Storage(await makeBucket())
    const key = newKey()
    await storage.putObject(key, streamOf(Buffer.from('content')), anySize)
    const answer = await fetch(await storage.presignGet(key, 'Größe "v2".gguf', 60))
    expect(await answer.text()).toBe('content')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _v2_.gguf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22v2%22.gguf`,
    )
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  })

  test('S3 lists that need several responses are complete', async () => {
    const settings = await makeBucket()
    const storage = await openS3Storage(settings)
    const keys = Array.from({ length: 8 }, newKey)
    const sizes = { sizeBytes: 8 * 5 * mib, partSizeBytes: 5 * mib }
    const uploads = await Promise.all(keys.map((key) => storage.beginUpload({ key, ...sizes })))
    const listed = await Array.fromAsync(listUploads(client, settings.bucket, '', 3))
    expect(listed.map((upload) => upload.key).toSorted()).toEqual(keys.toSorted())

    const [upload] = uploads
    if (upload === undefined) throw new Error('No upload')
    for (const partNumber of [1, 2, 3, 4, 5, 6, 7]) await sendPart(storage, upload, partNumber, Buffer.alloc(5 * mib))
    const object = { Bucket: settings.bucket, Key: upload.key, UploadId: upload.uploadId }
    const parts = await listParts(client, object, 3)
    expect(parts.map((part) => part.partNumber)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  describe('the CORS check', () => {
    test('the CORS check examines the bucket itself', async () => {
      const storage = await openS3Storage(await makeBucket(origin))
      expect(await storage.findBrowserError(origin)).toBeUndefined()
      expect(await storage.findBrowserError('https://elsewhere.example.org')).toContain('CORS')
      expect(storage.browserOrigin).toBe(endpoint)
    })

    test('the CORS check fails without a CORS rule', async () => {
      const storage = await openS3Storage(await makeBucket())
      expect(await storage.findBrowserError(origin)).toContain('no CORS rule')
    })
  })

  test.each([
    ['a bucket that is not there', { bucket: 'console-nowhere' }],
    ['a wrong secret', { credentials: { accessKeyId, secretAccessKey: 'wrong' } }],
    ['a server that is not there', { endpoint: 'http://127.0.0.1:1' }],
  ])('%s is reported as not ready', async (_, change) => {
    const storage = await openS3Storage({ ...(await makeBucket()), ...change })
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError)
    await expect(storage.putObject(newKey(), streamOf(Buffer.from('x')), anySize)).rejects.toThrow(
      StorageUnavailableError,
    )
  })

  test('a full bucket is reported as full, and keeps its objects', async () => {
    const settings = await makeBucket()
    const storage = await openS3Storage(settings)
    const kept = newKey()
    await storage.putObject(kept, zeros(6 * mib), anySize)
    await setQuota(configuration, settings.bucket, 7 * mib)
    try {
      await expect(storage.putObject(newKey(), zeros(40 * mib), anySize)).rejects.toThrow(StorageFullError)
      expect(await storage.hasFreeSpace()).toBe(false)
      expect((await buffer(await storage.openRead(kept))).byteLength).toBe(6 * mib)
      expect(await Array.fromAsync(storage.listUploads())).toEqual([])
    } finally {
      await setQuota(configuration, settings.bucket, null)
    }
    const upload = await storage.beginUpload({ key: newKey(), sizeBytes: 10, partSizeBytes: 5 * mib })
    await storage.completeUpload(upload, [await sendPart(storage, upload, 1, Buffer.alloc(10))])
    await storage.putObject(newKey(), zeros(1), anySize)
    expect(await storage.hasFreeSpace()).toBe(true)
  })
})
