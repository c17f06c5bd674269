import { CreateMultipartUploadCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { S3Settings } from '../settings/storage.ts'
import { createS3Client } from './s3-client.ts'

/** Captures the requests of a client: Ceph treats AES256 as a hint. */
async function encryptionHeaders(encryption: S3Settings['encryption']) {
  const received: IncomingHttpHeaders[] = []
  const store = createServer((request, response) => {
    received.push(request.headers)
    response.end(request.method === 'HEAD' ? undefined : '<Result><UploadId>1</UploadId></Result>')
  })
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  onTestFinished(() => void store.close())
  const address = store.address()
  const client = createS3Client({
    bucket: 'models',
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    ...(encryption && { encryption }),
  })
  onTestFinished(() => client.destroy())
  const object = { Bucket: 'models', Key: 'a' }
  await client.send(new PutObjectCommand({ ...object, Body: 'a' }))
  await client.send(new CreateMultipartUploadCommand(object))
  await client.send(new HeadObjectCommand(object))
  return received.map((headers) =>
    ['x-amz-server-side-encryption', 'x-amz-server-side-encryption-aws-kms-key-id'].map((name) => headers[name]),
  )
}

test('exactly the commands that create an object request the configured encryption', async () => {
  const nothing = [undefined, undefined]
  expect(await encryptionHeaders(undefined)).toEqual([nothing, nothing, nothing])
  const own = ['AES256', undefined]
  expect(await encryptionHeaders({ algorithm: 'AES256' })).toEqual([own, own, nothing])
  const byDefaultKey = ['aws:kms', undefined]
  expect(await encryptionHeaders({ algorithm: 'aws:kms' })).toEqual([byDefaultKey, byDefaultKey, nothing])
  const byKey = ['aws:kms', 'k1']
  expect(await encryptionHeaders({ algorithm: 'aws:kms', keyId: 'k1' })).toEqual([byKey, byKey, nothing])
})
