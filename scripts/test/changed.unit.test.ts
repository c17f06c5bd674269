import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { findNearTests, listsOfEverything, testsOfEverything } from './changed.ts'

const imports = [
  { from: 'server/src/features/users/store.ts', to: 'server/src/core/database/tables/users.ts' },
  { from: 'server/src/features/users/routes.test.ts', to: 'server/src/features/users/store.ts' },
  { from: 'server/src/features/erasures/erase.ts', to: 'server/src/features/users/store.ts' },
  { from: 'server/src/features/erasures/erase.test.ts', to: 'server/src/features/erasures/erase.ts' },
  { from: 'server/src/core/database/upgrade/create-tables.ts', to: 'server/src/core/database/tables/users.ts' },
  { from: 'server/src/features/files/files.test.ts', to: 'server/src/core/database/upgrade/create-tables.ts' },
  { from: 'server/src/operations/far.ts', to: 'server/src/features/erasures/erase.ts' },
  { from: 'server/src/operations/far.test.ts', to: 'server/src/operations/far.ts' },
]

test('the tests near a change are run, the nearest first, then those that list everything', () => {
  expect(findNearTests(['server/src/core/database/tables/users.ts'], imports)).toEqual([
    'server/src/features/users/routes.test.ts',
    'server/src/features/erasures/erase.test.ts',
    ...testsOfEverything,
  ])
})

test('a changed test is run first, and a change of nothing that tests read runs none', () => {
  const [first] = findNearTests(['server/src/features/users/routes.test.ts'], imports)
  expect(first).toBe('server/src/features/users/routes.test.ts')
  expect(findNearTests(['README.md'], imports)).toEqual([])
})

test('what lists everything, and its tests, exist', () => {
  const missing = [...listsOfEverything, ...testsOfEverything].filter((file) => !existsSync(path.join(root, file)))
  expect(missing).toEqual([])
})
