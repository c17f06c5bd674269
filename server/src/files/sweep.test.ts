import { describe } from 'vitest'
import { describeSweep } from './testing/sweep-suite.ts'

describe('the sweep of the local disk', () => {
  describeSweep(async () => ({}))
})
