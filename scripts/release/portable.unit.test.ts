import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addLibrary, platform } from './portable.ts'

test.skipIf(!platform)(
  'the library of the release for Linux comes with its licences and its source (only on Linux x64)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-library-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    await addLibrary(folder, platform?.library ?? '')
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    expect(read('LICENSE.libatomic')).toContain('GCC RUNTIME LIBRARY EXCEPTION')
    expect(read('LICENSE.GPL-3')).toContain('TERMS AND CONDITIONS')
    expect(read('SOURCE.libatomic')).toMatch(
      /libatomic1 \S+, unchanged\. Its source is at\nhttps:\/\/snapshot\.debian\.org\/package\/gcc-\d+\/\S+\/\n$/,
    )
  },
)
