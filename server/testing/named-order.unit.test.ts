import { afterEach, expect, test, vi } from 'vitest'
import { createVitest } from 'vitest/node'

afterEach(() => vi.unstubAllEnvs())

test('the tests of a change begin in the order in which they are named', async () => {
  const files = [
    'server/src/core/queue.unit.test.ts',
    'contract/src/values/csv.test.ts',
    'formats/src/onnx.unit.test.ts',
  ]
  vi.stubEnv('TEST_ORDER', files.join('\n'))
  const vitest = await createVitest('test', { config: 'server/vitest.config.ts', project: ['unit'], watch: false })
  try {
    const { sequencer: Sequencer } = vitest.config.sequence
    const found = (await vitest.globTestSpecifications(files.toReversed())).toReversed()
    const sorted = await new Sequencer(vitest).sort(found)
    expect(sorted.map(({ moduleId }) => files.find((file) => moduleId.endsWith(file)))).toEqual(files)
  } finally {
    await vitest.close()
  }
})
