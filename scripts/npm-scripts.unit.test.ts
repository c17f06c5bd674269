import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './program.ts'

const manifests = globSync(['package.json', '*/package.json'], { cwd: root, exclude: ['node_modules'] })
const scripts = manifests.flatMap((file) =>
  Object.entries<string>(JSON.parse(readFileSync(path.join(root, file), 'utf8')).scripts ?? {}),
)

test('no npm script needs a POSIX shell', () => {
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter(([, line]) => /\bexec\b|\b\w+=|[;&|<>$`'"\\*~]/.test(line))).toEqual([])
})

test('preparation is part of each command, because npm skips pre… and post… scripts with ignore-scripts', () => {
  const names = scripts.map(([name]) => name)
  expect(names.filter((name) => /^(pre|post)/.test(name) && names.includes(name.replace(/^(pre|post)/, '')))).toEqual(
    [],
  )
  const others = scripts.filter(([name, line]) => line !== `node scripts/run.js ${name}`)
  expect(others).toEqual([['console', 'node bin/console']])
})

test('only npm start and npm test install packages', () => {
  const runner = readFileSync(path.join(root, 'scripts/run.js'), 'utf8')
  expect([...runner.matchAll(/^ {2}(\S+): \{ installs: true/gm)].map(([, name]) => name)).toEqual(['start', 'test'])
  expect(runner.match(/installs/g)).toHaveLength(2)
})

test.each(['#', '?'])('a build in a folder with %s in its path fails with one sentence', (mark) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const copy = path.join(folder, `a${mark}b`)
  for (const part of ['bin', 'scripts', 'package.json'])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, [path.join(copy, 'scripts/run.js'), 'start'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    `The folder ${copy} cannot be built, because its path contains # or ?. Move it, then try again.\n`,
  ])
})
