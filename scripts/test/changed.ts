import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findImports } from '../import-rules.ts'
import { root } from '../program.ts'
import { sources } from '../requirements/sources.ts'

export type Change = {
  files: string[]
  /** The unit, server and widget tests to run, the most likely to fail first. */
  tests: string[]
  /** A pattern of the titles of the e2e tests to run; undefined if there are none. */
  titles: string | undefined
}

/**
 * How many imports a test may be away from a changed file. Within three are the tests of its feature and of those that
 * use it; nearly every test of the server is within six of a table.
 */
const nearestImports = 3

/** They import every feature, so what imports them would always be run. */
export const listsOfEverything = new Set([
  'server/src/app.ts',
  'server/src/cli.ts',
  'server/src/jobs.ts',
  'server/src/run-command.ts',
  'server/src/core/database/upgrade/create-tables.ts',
  'server/src/core/database/upgrade/migrate.ts',
  'server/testing/build-app.ts',
])

/** The tests that compare a list of everything with the code: tables, routes, documents, personal data. */
export const testsOfEverything = [
  'server/src/core/database/upgrade/schema.test.ts',
  'server/src/http/openapi/client.unit.test.ts',
  'server/src/http/openapi/openapi.test.ts',
  'server/src/http/permissions.test.ts',
  'server/src/http/shown-people.test.ts',
  'server/src/operations/backup/first-version.test.ts',
  'scripts/docs.unit.test.ts',
  'scripts/kept-lists.unit.test.ts',
  'scripts/named-files.unit.test.ts',
  'scripts/settings-file.unit.test.ts',
]

const isTest = /\.test\.tsx?$/
const isSource = /\.tsx?$/

/** The value of `--changed` or `--changed=COMMIT`; undefined if the arguments do not contain it. */
export function readChange(names: string[]): Change | undefined {
  const asked = names.find((name) => /^--changed(=|$)/.test(name))
  if (asked === undefined) return undefined
  const since = asked.split('=')[1]
  const files = [...list('diff', '--name-only', since ?? 'HEAD'), ...list('ls-files', '--others', '--exclude-standard')]
  const all = list('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => isSource.test(file))
  const imports = all.flatMap((file) =>
    findImports(file, withoutTypes(readIfExists(file))).map(({ to }) => ({ from: file, to })),
  )
  // The change may have deleted tests.
  const tests = findNearTests(files, imports).filter((file) => existsSync(path.join(root, file)))
  return { files, tests, titles: titlesOf(files) }
}

/**
 * The tests that are at most `nearestImports` away from the changed files, the nearest first, and then those that list
 * everything.
 */
export function findNearTests(changed: string[], imports: { from: string; to: string }[]): string[] {
  if (!changed.some((file) => /^(server|contract|formats|web|scripts|deploy|docs)\//.test(file))) return []
  const importers = Map.groupBy(imports, ({ to }) => to)
  const near = new Set<string>(changed)
  let last = changed
  for (let imported = 0; imported < nearestImports; imported += 1) {
    const found = last
      .filter((file) => !listsOfEverything.has(file))
      .flatMap((file) => importers.get(file) ?? [])
      .map(({ from }) => from)
    last = [...new Set(found)].filter((file) => !near.has(file))
    for (const file of last) near.add(file)
  }
  return [...near, ...testsOfEverything.filter((file) => !near.has(file))].filter((file) => isTest.test(file))
}

/** A pattern of the titles of the e2e tests of the changed topics, and of those in changed files. */
export function titlesOf(files: string[]): string | undefined {
  const topics = Object.entries(sources).flatMap(([topic, folders]) =>
    files.some((file) => folders.some((folder) => file.startsWith(folder))) ? [`\\[${topic}-\\d+\\]`] : [],
  )
  const tests = files.flatMap((file) => /^e2e\/(.+\.e2e)\.ts$/.exec(file)?.[1] ?? [])
  return [...topics, ...tests.map((name) => `^\\S+ ${name}\\.ts `)].join('|') || undefined
}

function list(...parameters: string[]): string[] {
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** The source without imports of types, through which nothing can fail that the compiler does not report. */
const withoutTypes = (source: string) => source.replaceAll(/^(import|export) type [^']*'[^'\n]+'/gm, '')

/** A deleted file imports nothing. */
function readIfExists(file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return ''
  }
}
