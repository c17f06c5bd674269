import { describe } from 'vitest'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'
import { describeFileRules } from '../../../../testing/files/protocol-suite.ts'

describe('files on S3', () => {
  describeFileRules(() => makeBucket())
})
