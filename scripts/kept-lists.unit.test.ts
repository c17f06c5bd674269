import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { userFieldNames } from '@health-console/contract/users/users.ts'
import { snakeCase } from '../server/src/core/database/tables/snake-case.ts'
import { migrationNames } from '../server/src/core/database/upgrade/migrate.ts'
import { root } from './program.ts'
import { projectFiles, readProjectFile } from './project-files.ts'

const server = projectFiles().filter((file) => /^server\/src\/.*\.ts$/.test(file))

test('the reading thread has every task of the server', () => {
  const defined = server.flatMap((file) =>
    [...readProjectFile(file).matchAll(/^export const (\w+): ReadingTask</gm)].map(([, name = '']) => name),
  )
  const [, list = ''] = /serveReadings\(\[(.*?)\]\)/s.exec(readProjectFile('server/src/reading-thread.ts')) ?? []
  expect(list.match(/\w+/g)?.toSorted()).toEqual(defined.toSorted())
})

test('every migration in the folder runs, in the order of the names', () => {
  const folder = path.join(root, 'server/src/core/database/upgrade/migrations')
  const [, ...names] = migrationNames
  expect(names).toEqual(
    readdirSync(folder)
      .map((file) => path.basename(file, '.ts'))
      .toSorted(),
  )
})

test('the manual says of every migration whether it is additive', () => {
  const table = readProjectFile('docs/operations/install.md').matchAll(/^\| (\d{3}) \| (yes|no) \|/gm)
  const folder = 'server/src/core/database/upgrade/migrations'
  const migrations = projectFiles().filter((file) => file.startsWith(`${folder}/`))
  const additive = (file: string) => (readProjectFile(file).includes('export const isAdditive = true') ? 'yes' : 'no')
  expect([...table].map(([, number, isAdditive]) => [number, isAdditive])).toEqual(
    migrations.toSorted().map((file) => [path.basename(file).slice(0, 3), additive(file)]),
  )
})

test('the page about the data of your product has each field of a user, as a column and in a line', () => {
  const page = readProjectFile('docs/product-data.md')
  const isDescribed = (name: string) => page.includes(`\`${snakeCase(name)}\``) && page.includes(`"${name}":`)
  expect(userFieldNames.filter((name) => !isDescribed(name))).toEqual([])
})
