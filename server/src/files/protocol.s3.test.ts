import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, inject } from 'vitest'
import { describeFiles } from './testing/protocol-suite.ts'

const { endpoint, region, accessKeyId, secretAccessKey } = inject('s3')
const client = new S3Client({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
})

describe('files on S3', () => {
  describeFiles(async () => {
    const bucket = `console-${randomBytes(6).toString('hex')}`
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    return {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  })
})
