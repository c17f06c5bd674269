import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type * as ours from '../bin/built.js'
import { root } from './program.ts'

let folder: string
let built: typeof ours

const write = (file: string, content = '') => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), content)
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-built-'))
  for (const name of ['built.js', 'find-node.js', 'node-releases.js'])
    cpSync(path.join(root, 'bin', name), path.join(folder, 'bin', name))
  write('package.json', '{"type":"module"}')
  built = await import(path.join(folder, 'bin/built.js'))
  for (const source of built.builds.server.sources) write(source.includes('.') ? source : `${source}/a.ts`, 'old')
  write('server/dist/main.js')
  return () => rmSync(folder, { recursive: true, force: true })
})

const build = () => built.buildOnce('server', () => {})
const program = () => built.serverProgram('main')

test('the built server is used, also in a release, which has no sources', async () => {
  await build()
  expect(program()).toBe('server/dist/main.js')
  rmSync(path.join(folder, 'server/src'), { recursive: true })
  expect(program()).toBe('server/dist/main.js')
})

test('the result of a killed build is not used', () => {
  expect(program()).toBe('server/src/main.ts')
})

test('an added, removed or changed source is noticed until the next build, even if its date is unchanged', async () => {
  const file = path.join(folder, 'contract/a.ts')
  const { atime, mtime } = statSync(file)
  const changes = [
    () => write('formats/new.ts'),
    () => rmSync(path.join(folder, 'formats/new.ts')),
    () => {
      writeFileSync(file, 'new')
      utimesSync(file, atime, mtime)
    },
  ]
  for (const change of changes) {
    await build()
    change()
    expect(program()).toBe('server/src/main.ts')
  }
})

test('changes of tests and packages do not affect the build', async () => {
  await build()
  write('server/src/a.test.ts')
  write('contract/node_modules/b.js')
  expect(program()).toBe('server/dist/main.js')
})
