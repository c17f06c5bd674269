import { describe } from 'vitest'
import { describeFiles } from './testing/protocol-suite.ts'

describe('files on the local disk', () => {
  describeFiles(async () => ({}))
})
