import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../program.ts'
import { filesWithPins, findUnlocked, toRows } from './find-unlocked.ts'

const testing = 'docs/testing.md'
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8')

/** The table without its last column. */
function tableOf(folder: string): string[] {
  const [, rows = ''] = /\| Image, action or download .*\n\| ---.*\n((?:\|.*\n)+)/.exec(read(folder, testing)) ?? []
  return rows.split('\n').flatMap((row) => /^(.*\|) [^|]+ \|$/.exec(row)?.[1] ?? [])
}

test('the table of what package-lock.json does not contain lists each image, action and download with its pin', () => {
  const unlocked = findUnlocked(root)
  expect(unlocked.length).toBeGreaterThan(3)
  expect(tableOf(root)).toEqual(toRows(unlocked))
})

/** A copy of the files, and programs that respond like docker and git. */
function createCopy(docker: string, git: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-pin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of [...filesWithPins, testing]) cpSync(path.join(root, file), path.join(folder, file))
  const programs = path.join(folder, 'programs')
  mkdirSync(programs)
  for (const [name, line] of Object.entries({ docker, git })) {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${line}\n`)
    chmodSync(path.join(programs, name), 0o755)
  }
  const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH']}` }
  const pin = () =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'pin.ts')], { cwd: folder, env, encoding: 'utf8' })
  return { folder, pin }
}

test('npm run pin writes what docker and git report into the files and the table, and repeating it changes nothing', () => {
  const [digest, commit] = [`sha256:${'a'.repeat(64)}`, 'b'.repeat(40)]
  const { folder, pin } = createCopy(`echo ${digest}`, `printf '${'c'.repeat(40)}\\tx\\n${commit}\\tx^{}\\n'`)
  expect(pin()).toMatchObject({ status: 0, stderr: '' })
  const unlocked = findUnlocked(folder)
  expect(unlocked.map(({ name }) => name)).toEqual(findUnlocked(root).map(({ name }) => name))
  const pins = { image: digest, action: commit, download: undefined }
  expect(unlocked.every(({ kind, pin: found }) => found === pins[kind])).toBe(true)
  expect(tableOf(folder)).toEqual(toRows(unlocked))
  const before = [...filesWithPins, testing].map((file) => read(folder, file))
  expect(pin().status).toBe(0)
  expect([...filesWithPins, testing].map((file) => read(folder, file))).toEqual(before)
})

test('npm run pin changes nothing if an image is not found', () => {
  const { folder, pin } = createCopy('echo none', 'true')
  expect(pin()).toMatchObject({ status: 1, stderr: expect.stringMatching(/was not found. Nothing was changed/) })
  for (const file of [...filesWithPins, testing]) expect(read(folder, file)).toBe(read(root, file))
})
