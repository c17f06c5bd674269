import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { isReached, playwrightChanged } from '../test/changed.ts'
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
  const change = { since: undefined, files: ['web/src/features/palette/palette.tsx', 'e2e/users.e2e.ts'] }
  expect(playwrightChanged(change)).toBe('--grep=\\[palette-\\d+\\]|^\\S+ users.e2e\\.ts ')
  const stage = (group: 'e2e' | 'web' | 'server' | 'check') => ({ name: '', groups: [group], run: never }) as const
  const reached = (['check', 'server', 'web', 'e2e'] as const).filter((group) => isReached(stage(group), change))
  expect(reached).toEqual(['web', 'e2e'])
  expect(isReached(stage('e2e'), { since: undefined, files: ['docs/api.md'] })).toBe(false)
})

const never = () => Promise.reject(new Error('It is not run.'))
