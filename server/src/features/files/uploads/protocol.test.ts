import { describe } from 'vitest'
import { describeFiles } from '../../../../testing/files/protocol-suite.ts'

describe('files on the local disk', () => {
  describeFiles(async () => ({}))
})
