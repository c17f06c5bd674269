import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { onPostgres } from '../server/testing/engines/on-postgres.ts'
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

/** Tests of promises about requests, files and folders, which do not depend on a database. */
const withoutData = [
  'core/audit/planted-proof',
  'operations/backup/drill-command',
  'operations/backup/planted-folders',
  'operations/backup/shared-folder',
  'features/files/uploads/protocol',
  'features/files/versions/facts',
  'http/draining',
  'http/openapi',
  'http/origin',
  'http/permissions',
  'http/requests',
  'http/security-headers',
  'http/sensitive-calls',
  'features/patients/answers',
  'features/patients/dead-uploads',
  'features/reports/read-numbers',
]

test('each promise about data is also tested on PostgreSQL', () => {
  const isOnDatabase = (name: string) =>
    /^(?!web|e2e|scripts|bench|contract|formats).+(?<!\.(unit|s3|programs))\.test\.ts$/.test(name)
  const isOnPostgres = (name: string) =>
    /\/postgres-|\.faults\.|\*/.test(name) || onPostgres.includes(name.replace('.test.ts', ''))
  const onlyOnSqlite = rows.flatMap(([promise, ...cells]) => {
    const named = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const tests = named.filter(isOnDatabase).filter((name) => !withoutData.includes(name.replace('.test.ts', '')))
    return tests.length > 0 && !tests.some(isOnPostgres) ? [`${promise}: ${tests.join(', ')}`] : []
  })
  expect(onlyOnSqlite).toEqual([])
})
