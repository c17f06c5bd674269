import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { S3Settings } from '../settings/storage.ts'
import { StorageUnavailableError } from './errors.ts'
import { openS3Storage } from './s3.ts'
import { asStorage, createS3Client, patiently, s3Limits } from './s3-client.ts'

/** A server whose responses none of our real servers would send. */
async function startServer(answer: RequestListener): Promise<S3Settings> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { bucket: 'models', endpoint, credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } }
}

/** Captures the requests of a client, because Ceph treats AES256 as a hint. */
async function encryptionHeaders(encryption: S3Settings['encryption']) {
  const received: IncomingHttpHeaders[] = []
  const settings = await startServer((request, response) => {
    received.push(request.headers)
    response.end(request.method === 'HEAD' ? undefined : '<Result><UploadId>1</UploadId></Result>')
  })
  const client = createS3Client({ ...settings, ...(encryption && { encryption }) })
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

test('a response that is not an object is read up to a limit, also an error about an object', async () => {
  const sent: number[] = []
  const settings = await startServer((request, response) => {
    const isObject = request.url?.includes('large-object') ?? false
    response.writeHead(isObject ? 200 : 404, { 'content-type': 'application/xml' })
    let sentBytes = 0
    const chunk = Buffer.alloc(2 ** 20, 'a')
    response.once('close', () => sent.push(sentBytes))
    const send = () => {
      while (!response.destroyed && sentBytes < 40 * chunk.length) {
        sentBytes += chunk.length
        if (!response.write(chunk)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  })
  const client = createS3Client(settings, { ...s3Limits, attempts: 1 })
  onTestFinished(() => client.destroy())
  const tooLarge = 'The response of the file storage is too large.'
  await expect(client.send(new ListObjectsV2Command({ Bucket: 'models' }))).rejects.toThrow(tooLarge)
  const missing = new GetObjectCommand({ Bucket: 'models', Key: 'missing' })
  await expect(client.send(missing)).rejects.toThrow(tooLarge)
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'models', Key: 'large-object' }))
  expect((await Body?.transformToByteArray())?.length).toBe(40 * 2 ** 20)
  expect(sent.map((bytes) => bytes < 40 * 2 ** 20)).toEqual([true, true, false])
})

const denied = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>no</Message></Error>'
const page = '<html><head></head><body>Sign in<br></body></html>'

test.each([
  [
    403,
    'application/xml',
    denied,
    'The file storage rejects the key of this console, or its action in the bucket (403 AccessDenied).',
  ],
  [403, 'text/html', page, 'An HTML page was received instead of a response of the file storage, with status 403.'],
  [
    502,
    'text/html; charset=utf-8',
    page,
    'An HTML page was received instead of a response of the file storage, with status 502.',
  ],
  [302, 'text/html', page, 'An HTML page was received instead of a response of the file storage, with status 302.'],
  [200, 'text/html', page, 'An HTML page was received instead of a response of the file storage, with status 200.'],
  [503, 'application/xml', denied.replace('AccessDenied', 'SlowDown'), 'The file storage responds with 503 SlowDown.'],
])(
  'a bucket that responds with %i and %s is not usable, and the system administrator is told why',
  async (status, type, body, output) => {
    const settings = await startServer((request, response) => {
      response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body)
    })
    const storage = await openS3Storage(settings)
    const error = await storage.check().catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(StorageUnavailableError)
    expect(String(error)).toContain(output)
  },
)

test('a page that an XML parser reads as a list is not mistaken for the bucket', async () => {
  const settings = await startServer((_request, response) => response.end('<html><body>Sign in</body></html>'))
  await expect((await openS3Storage(settings)).check()).rejects.toThrow(StorageUnavailableError)
})

test('a bucket that does not respond is given up, but not while it receives or completes a file', async () => {
  const isGivenUp = Promise.withResolvers<void>()
  const settings = await startServer(({ method }, response) => {
    if (method === 'PUT') void isGivenUp.promise.then(() => response.end())
  })
  const client = createS3Client(settings, { ...s3Limits, answerMs: 50 })
  const object = { Bucket: 'models', Key: 'a' }
  const part = { ...object, UploadId: '1', PartNumber: 1, Body: 'a' }
  const sent = client.send(new UploadPartCommand(part), patiently)
  const error = await asStorage(client.send(new HeadObjectCommand(object))).catch((cause: unknown) => cause)
  expect(String(error)).toBe('StorageUnavailableError: The file storage doesn’t respond in time.')
  isGivenUp.resolve()
  await expect(sent).resolves.toMatchObject({ $metadata: { attempts: 1 } })
})

test('a request gives up on a bucket before the time limits of the sample proxy end', () => {
  const nginx = readFileSync(path.resolve(import.meta.dirname, '../../../../deploy/nginx.conf'), 'utf8')
  for (const name of ['proxy_read_timeout', 'proxy_send_timeout']) {
    const minutes = Number(new RegExp(`^ *${name} (\\d+)m;$`, 'm').exec(nginx)?.[1])
    const { attempts, connectMs, answerMs, idleMs } = s3Limits
    // The completion fails, and then the client checks whether it was done.
    expect(attempts * (connectMs + idleMs) + attempts * (connectMs + answerMs)).toBeLessThan(minutes * 60_000)
  }
})
