import { inject } from 'vitest'
import { createBucket } from '../storage/create-bucket.ts'
import '../storage/s3-setup.ts'

/** The settings for an empty bucket of the real S3 server. @param origin the origin of pages that may send to it */
export function makeBucket(origin?: string): Promise<Record<string, string>> {
  return createBucket(inject('s3'), origin)
}
