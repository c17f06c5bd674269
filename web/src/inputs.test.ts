import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname

test('no input cuts what is pasted, unless a comment above its maxLength explains why', () => {
  const sources = globSync('**/*.tsx', { cwd: folder, exclude: ['**/*.test.tsx'] })
  const cutting = sources.flatMap((name) => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n')
    return lines.flatMap((line, index) =>
      /\bmaxLength=/i.test(line) ? [{ at: `${name}:${index + 1}`, above: lines[index - 1]?.trim() }] : [],
    )
  })
  expect(cutting).not.toEqual([])
  expect(cutting.filter(({ above }) => !above?.startsWith('// '))).toEqual([])
})
