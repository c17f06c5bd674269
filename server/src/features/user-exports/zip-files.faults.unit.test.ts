import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { zipFiles } from './zip-files.ts'

const files = 100
const mtime = new Date('2026-03-07T00:00:00Z')

test('a zip file keeps neither the content of a file that it has packed, nor more than its name', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const addStream = vi.spyOn(ZipFile.prototype, 'addReadStreamLazy')
  onTestFinished(() => addStream.mockRestore())
  const contents: WeakRef<object>[] = []
  let keptNames = 0
  let kept = files
  async function* someFiles() {
    for (let index = 0; index < files; index += 1) {
      const content = ['x'.repeat(2_000)]
      contents.push(new WeakRef(content))
      yield { path: `reports/${index}.json`, content }
    }
    const [zip] = addStream.mock.contexts as unknown as [{ entries: { utf8FileName: Buffer }[] }]
    keptNames = Math.max(...zip.entries.map(({ utf8FileName }) => utf8FileName.buffer.byteLength))
    // A stream or its deflater is freed some turns of the event loop after it has ended.
    for (let turn = 0; turn < 10; turn += 1) {
      await setImmediate()
      collectGarbage()
    }
    kept = contents.filter((content) => content.deref() !== undefined).length
  }
  let bytes = 0
  for await (const chunk of zipFiles(someFiles(), mtime)) bytes += (chunk as Buffer).length
  expect(bytes).toBeGreaterThan(files * 100)
  expect(keptNames).toBeLessThan(100)
  // The last file is still known to the loop.
  expect(kept).toBeLessThanOrEqual(2)
})
