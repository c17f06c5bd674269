import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepAssets } from './kept-assets.ts'

function createPlace() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-kept-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const kept = path.join(dataDir, 'web-assets')
  let days = 100
  return {
    dataDir,
    kept,
    /** Starts a version whose assets have these names, a day after the one before. @returns what it has of another */
    async start(...names: string[]) {
      const assets = mkdtempSync(path.join(dataDir, 'assets-'))
      for (const name of names) writeFileSync(path.join(assets, name), name)
      const before = await keepAssets(assets, { dataDir })
      days -= 1
      const at = new Date(Date.now() - days * 86_400_000)
      for (const folder of readdirSync(kept)) {
        if (readdirSync(path.join(kept, folder)).join() === names.toSorted().join())
          utimesSync(path.join(kept, folder), at, at)
      }
      return [...before.keys()].toSorted()
    },
  }
}

test('a version has the assets of the version before, and older ones are removed', async () => {
  const { start, kept } = createPlace()
  expect(await start('a-1.js', 'b-1.css')).toEqual([])
  expect(await start('a-1.js', 'b-1.css')).toEqual([])
  expect(await start('a-2.js')).toEqual(['a-1.js', 'b-1.css'])
  // After a rollback, pages of the newer version are open.
  expect(await start('a-1.js', 'b-1.css')).toEqual(['a-2.js'])
  expect(await start('a-3.js')).toEqual(['a-1.js', 'b-1.css'])
  expect(readdirSync(kept)).toHaveLength(2)
})

test('a copy that was interrupted is not taken for a version', async () => {
  const { start, kept } = createPlace()
  await start('a-1.js')
  mkdirSync(path.join(kept, 'half.part'))
  writeFileSync(path.join(kept, 'half.part/a-9.js'), '')
  expect(await start('a-2.js')).toEqual(['a-1.js'])
})
