import { DeleteBucketPolicyCommand, HeadObjectCommand, PutBucketPolicyCommand, type S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { makeBucket } from '../../../testing/files/make-bucket.ts'
import { streamOf } from '../../../testing/storage/streams.ts'
import { lookAtStorage } from '../../operations/check/services.ts'
import { surveyBucket } from '../../features/files/bucket/survey-bucket.ts'
import { createAccessProbe, accessProbeKey } from './s3-access-probe.ts'
import { createS3Client } from './s3-client.ts'
import { openS3Storage } from './s3.ts'
import { createObjectKey } from '../../../testing/storage/create-object-key.ts'

async function startWithBucket() {
  const testApp = await buildTestApp(await makeBucket())
  testApp.freeze()
  const settings = testApp.context.config.storage
  if (settings.kind !== 's3') throw new Error('not on S3')
  const { bucket } = settings
  const client = createS3Client(settings)
  return { testApp, settings, client, bucket, ...policiesOf(client, bucket) }
}

function policiesOf(client: S3Client, bucket: string) {
  return {
    async reject(action: string): Promise<void> {
      const Resource = [`arn:aws:s3:::${bucket}/*`]
      const statement = { Effect: 'Deny', Principal: '*', Action: [`s3:${action}`], Resource }
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
      await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))
    },
    rejectNothing: () => client.send(new DeleteBucketPolicyCommand({ Bucket: bucket })),
  }
}

test.each([
  ['PutObject', 'put'],
  ['GetObject', 'get'],
  ['DeleteObject', 'delete'],
])(
  'a key without permission to %s is reported by the check and by /readyz, which tries again after a minute',
  async (action, what) => {
    const { testApp, settings, reject, rejectNothing } = await startWithBucket()
    let nowMs = Date.now()
    const storage = await openS3Storage(settings, () => nowMs)

    const { context, app } = testApp
    const isRejected = {
      state: 'failed',
      text: expect.stringContaining(`The file storage did not ${what} the object access-probe`),
    }
    const readiness = async () => {
      const { statusCode, body } = await app.inject('/readyz')
      const { status, storage } = JSON.parse(body)
      return [statusCode, status, storage]
    }
    await reject(action)
    expect(await lookAtStorage(context.config)).toContainEqual(isRejected)
    await expect(storage.check()).rejects.toThrow(`did not ${what}`)
    expect(await readiness()).toEqual([200, 'degraded', false])
    await expect
      .poll(
        async () => {
          await readiness()
          return testApp.logLines.some(
            (line) => line.includes('"check":"storage"') && line.includes(`did not ${what} the`),
          )
        },
        { timeout: 60_000 },
      )
      .toBe(true)

    await rejectNothing()
    expect(await lookAtStorage(context.config)).toContainEqual({
      state: 'ok',
      text: expect.stringContaining('may put, get and delete'),
    })
    await expect(storage.check()).rejects.toThrow(`did not ${what}`)
    nowMs += 60_000
    await storage.check()
  },
)

test('the object of the check is tried once a minute, however many requests there are, and is neither left over nor listed', async () => {
  const { testApp, client, bucket } = await startWithBucket()
  let sent = 0
  client.middlewareStack.add(
    (next) => (args) => {
      sent += 1
      return next(args)
    },
    { step: 'initialize', name: 'count' },
  )
  const probe = createAccessProbe(client, bucket, testApp.context.now)
  await Promise.all(Array.from({ length: 20 }, probe))
  expect(sent).toBe(3)
  testApp.advance(59_000)
  await probe()
  expect(sent).toBe(3)
  testApp.advance(1_000)
  await probe()
  expect(sent).toBe(6)
  const object = { Bucket: bucket, Key: accessProbeKey }
  await expect(client.send(new HeadObjectCommand(object))).rejects.toMatchObject({ name: 'NotFound' })
})

test('an object left by a key that may not delete is not listed as an object of the file storage', async () => {
  const { testApp, client, bucket, reject } = await startWithBucket()
  const { context } = testApp
  await reject('DeleteObject')
  await expect(context.storage.check()).rejects.toThrow()
  await client.send(new HeadObjectCommand({ Bucket: bucket, Key: accessProbeKey }))
  await context.storage.putObject(createObjectKey('models'), streamOf(Buffer.from('x')), { sizeBytes: 1, maxBytes: 1 })
  expect((await surveyBucket(context)).storedCount).toBe(1)
})
