import { describe } from 'vitest'
import { makeBucket } from '../../../testing/files/make-bucket.ts'
import { describeLargeFile } from '../../../testing/storage/storage-suite.ts'
import { readConfig } from '../config.ts'

describe('S3 storage', () => {
  describeLargeFile(async () => readConfig(await makeBucket()).storage)
})
