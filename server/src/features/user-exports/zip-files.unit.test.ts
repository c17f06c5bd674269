import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { zipFiles } from './zip-files.ts'

const files = 1_000
const mtime = new Date('2026-03-07T00:00:00Z')

test('a zip file uses little memory for each file that it has packed', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const kept = async () => {
    // The memory of a stream or its deflater is freed some turns of the event loop after it has ended.
    for (let turn = 0; turn < 10; turn += 1) {
      await setImmediate()
      if (turn % 3 === 0) collectGarbage()
    }
    return process.memoryUsage().arrayBuffers
  }
  let [before, after] = [0, 0]
  async function* someFiles() {
    before = await kept()
    for (let index = 0; index < files; index += 1) yield { path: `reports/${index}.json`, content: ['x'.repeat(2_000)] }
    after = await kept()
  }
  let bytes = 0
  for await (const chunk of zipFiles(someFiles(), mtime)) bytes += (chunk as Buffer).length
  expect(bytes).toBeGreaterThan(files * 100)
  expect((after - before) / files).toBeLessThan(4_000)
})
