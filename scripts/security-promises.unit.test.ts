import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './program.ts'

const pages = ['docs/security.md', 'docs/security-attacks.md']
/** The rows of each table whose last column names tests. */
const rows = pages
  .flatMap((page) => readFileSync(path.join(root, page), 'utf8').split('\n\n'))
  .map((part) => part.split('\n').filter((line) => line.startsWith('|')))
  .flatMap(([head, , ...lines]) => (/ Tests? \|$/.test(head ?? '') ? lines : []))
  .map((line) => line.slice(1, -1).split(' | '))

test('the pages have promises and attacks', () => expect(rows.length).toBeGreaterThan(80))

test.each(rows.map((cells) => [cells[0]?.trim() ?? '', cells.at(-1) ?? '']))(
  'there is a test for this promise: %s',
  (_row, tests) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    expect(named).not.toEqual([])
    const missing = named.filter((name) => !name.startsWith('npm run ') && !isThere(name))
    expect(missing).toEqual([])
  },
)

/** Paths from the root, or from server/src. */
const isThere = (name: string) =>
  ['', 'server/src/'].some((folder) => globSync(folder + name, { cwd: root }).length > 0)
