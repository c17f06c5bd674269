import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createS3Client } from '../../../core/storage/s3-client.ts'
import { encryptionKeyId } from '../../../../testing/storage/ceph-configuration.ts'
import { createObjectKey } from '../../../../testing/storage/create-object-key.ts'
import {
  beginPlanned,
  download,
  ggufOf,
  listFiles,
  partBytes,
  partOf,
  put,
  sendPart,
  startFilesApp,
  storedKeys,
  uploadFirst,
} from '../../../../testing/files/files-app.ts'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'

test('every object is encrypted with the configured key, however it was uploaded', async () => {
  const app = await startFilesApp({ ...(await makeBucket()), S3_SSE: `aws:kms:${encryptionKeyId}` })
  const { session, context, origin } = app
  const publish = async (id: string, version: number) =>
    expect((await session.call('PATCH', `/v1/files/${id}`, { id, version, filename: 'model.gguf' })).statusCode).toBe(
      200,
    )
  const contents = [ggufOf(10_000), ggufOf(20_000, 2), ggufOf(partBytes + 1_000, 3)] as const

  expect((await uploadFirst(session, 'model.gguf', contents[0])).statusCode).toBe(200)

  const whole = await beginPlanned(session, contents[1])
  expect(new URL(whole.url).origin).toBe(origin)
  expect((await put(whole.url, contents[1])).status).toBe(204)
  await publish(whole.upload.fileId, whole.version)

  const parts = await beginPlanned(session, contents[2])
  for (const number of [1, 2]) await sendPart(session, parts.upload.id, number, partOf(contents[2], number))
  await publish(parts.upload.fileId, parts.version)

  await context.storage.putObject(createObjectKey('models'), Readable.from([]), { sizeBytes: 0, maxBytes: 1 })

  const settings = context.config.storage
  if (settings.kind !== 's3') throw new Error('not on S3')
  const client = createS3Client(settings)
  const keys = await storedKeys(app)
  expect(keys).toHaveLength(4)
  for (const Key of keys) {
    const head = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key }))
    expect(head).toMatchObject({ ServerSideEncryption: 'aws:kms', SSEKMSKeyId: encryptionKeyId })
  }
  const [file] = await listFiles(session)
  const answer = await download(app, file?.url ?? '')
  expect(Buffer.from(await answer.arrayBuffer()).equals(contents[2])).toBe(true)
})
