import { describe } from 'vitest'
import { makeBucket } from './testing/make-bucket.ts'
import { describeSweep } from './testing/sweep-suite.ts'

describe('the sweep of a bucket', () => {
  describeSweep(() => makeBucket())
})
