import { describe } from 'vitest'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'
import { describeSweep } from '../../../../testing/files/sweep-suite.ts'

describe('the sweep of a bucket', () => {
  describeSweep(() => makeBucket())
})
