import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../testing/engines/engines.ts'
import { runHere } from '../../testing/processes/run-console.ts'
import { root } from '../../testing/processes/server-process.ts'

test('--help and --version work everywhere, whatever the settings, and change nothing', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const dataDir = path.join(place.dataDir, 'missing')
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: 'none' }
  const run = (...args: string[]) => promisify(execFile)(path.join(root, 'bin/console'), args, { env })
  const runInside = (...args: string[]) => runHere(args, env)
  const { stdout: list } = await run('--help')
  const names = [...list.matchAll(/^ {2}bin\/console (\S+)/gm)].map(([, name]) => name ?? '')
  expect(names).toEqual(expect.arrayContaining(['serve', 'migrate', 'backup', 'list-admins']))
  for (const name of ['serve', 'backup', 'rotate-key']) {
    const stdout = expect.stringMatching(RegExp(`^  bin/console ${name}( |\\n)`))
    expect(await runInside(name, '--help')).toEqual({ code: 0, stdout, stderr: '' })
  }
  const version = { stdout: expect.stringMatching(/^Health Console \d/), stderr: '' }
  for (const word of ['--version', 'version']) expect(await runInside(word)).toEqual({ code: 0, ...version })
  expect(await run('--settings=nowhere.env', '--version')).toEqual(version)
  const publish = expect.stringMatching(/^ {2}bin\/console publish /)
  expect(await run('--settings=nowhere.env', 'publish', '--version', '3', '-h')).toEqual({
    stdout: publish,
    stderr: '',
  })
  await expect(run('serve', '--version')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no arguments'),
  })
  expect(await runInside('serve', 'now')).toMatchObject({ code: 2, stderr: expect.stringContaining('no arguments') })
  expect(existsSync(dataDir)).toBe(false)
})

test('a command without arguments rejects any, before it does anything', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const { stdout: list } = await runHere(['help'], {})
  const names = [...list.matchAll(/^ {2}bin\/console (\S+)$/gm)].map(([, name]) => name ?? '')
  const alone = names.filter((name) => !['serve', 'version'].includes(name))
  expect(alone).toEqual(expect.arrayContaining(['check', 'adopt-files', 'verify-files']))
  for (const name of alone) {
    const { code, stdout, stderr } = await runHere([name, '--dry-run'], { DATA_DIR: place.dataDir })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`Unknown option '--dry-run'`)
    expect(stderr).toContain(`Usage: bin/console ${name}\n`)
  }
})
