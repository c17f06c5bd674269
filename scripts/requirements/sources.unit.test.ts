import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { titlesOf } from '../test/changed.ts'
import { requirements } from './requirements.ts'
import { sources } from './sources.ts'

test('each topic of the requirements lists sources that exist', () => {
  const ids = Object.values(requirements).flatMap(Object.keys)
  const topics = new Set(ids.map((id) => id.replace(/-\d+$/, '')))
  expect(Object.keys(sources).toSorted()).toEqual([...topics].toSorted())
  const missing = Object.values(sources)
    .flat()
    .filter((start) => globSync(`${start}*`, { cwd: root }).length === 0)
  expect(missing).toEqual([])
})

test('a change runs the browser tests of its topics, and all tests of a changed test file', () => {
  const changed = ['web/src/features/palette/palette.tsx', 'e2e/users.e2e.ts']
  expect(titlesOf(changed)).toBe('\\[palette-\\d+\\]|^\\S+ users.e2e\\.ts ')
  expect(titlesOf(['docs/api.md'])).toBeUndefined()
})
