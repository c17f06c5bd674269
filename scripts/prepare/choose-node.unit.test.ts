import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { root } from '../program.ts'

let folder: string
let installed: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'console-choose-node-')))
  for (const each of ['bin', 'scripts/prepare'])
    cpSync(path.join(root, each), path.join(folder, each), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  installed = path.join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  return () => rmSync(folder, { recursive: true, force: true })
})

/** Installs a program in place of Node. */
function install(lines: string, version = '99.0.0'): void {
  mkdirSync(path.dirname(installed), { recursive: true })
  writeFileSync(path.join(path.dirname(installed), '../package.json'), JSON.stringify({ version }))
  mkdirSync(path.join(folder, 'node_modules/.bin'))
  for (const file of [installed, path.join(folder, 'node_modules/.bin/node')])
    writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
}

function choose(before = '', options = '') {
  const module = path.join(folder, 'scripts/prepare/choose-node.js')
  const program = `${before}
    const { chooseNode } = await import(${JSON.stringify(module)})
    try { console.log(chooseNode()) } catch (error) { console.log(error.message) }`
  const args = ['--input-type=module', '-e', program]
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { NODE_OPTIONS: options } }).stdout.trim()
}

const isOld = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`

test('the installed Node is chosen, whatever npm has linked', () => {
  install('exit 0')
  rmSync(path.join(folder, 'node_modules/.bin'), { recursive: true })
  expect(choose(isOld)).toBe(installed)
})

test('a newer or patched current Node is preferred to an installed one with known vulnerabilities', () => {
  install('exit 0', '26.10.0')
  expect(choose()).toBe(process.execPath)
  expect(existsSync(installed)).toBe(true)
})

test('an installed Node that the system cannot run is replaced with one that is new enough, also for bin/console', () => {
  install('exit 1')
  expect(choose()).toBe(process.execPath)
  expect([installed, path.join(folder, 'node_modules/.bin/node')].filter((file) => existsSync(file))).toEqual([])
})

test('without a Node that is new enough, the error explains the reason', () => {
  expect(choose(isOld)).toContain('or left it out (run: npm ci --include=dev --include=optional)')
  install('exit 1')
  expect(choose(isOld)).toContain('The copy in node_modules does not run on this system')
  expect(choose(isOld)).toContain('Install Node 26 (https://nodejs.org), put it first on the PATH')
})

test('the error for NODE_OPTIONS that prevent the start contains them', () => {
  install('test -z "$NODE_OPTIONS"')
  expect(choose('', '--trace-warnings')).toBe(
    'NODE_OPTIONS is --trace-warnings, with which Node 26 does not start: unset it and run the command again.',
  )
  expect(existsSync(installed)).toBe(true)
})
