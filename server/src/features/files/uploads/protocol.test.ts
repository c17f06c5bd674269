import { describe } from 'vitest'
import { describeFileRules, describeFiles } from '../../../../testing/files/protocol-suite.ts'

describe('files on the local disk', () => {
  describeFiles(async () => ({}))
  describeFileRules(async () => ({}))
})
