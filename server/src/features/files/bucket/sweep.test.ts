// @module-tag postgres

import { describe } from 'vitest'
import { describeSweep } from '../../../../testing/files/sweep-suite.ts'

describe('the sweep of the local disk', () => {
  describeSweep(async () => ({}))
})
