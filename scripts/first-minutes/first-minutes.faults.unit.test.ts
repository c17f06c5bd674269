import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { copySources, lendPackages } from './checkout.ts'
import { runInShell } from './log-in.ts'
import { harmless, rejected } from './shells.ts'

// The short form of first-minutes.trial.ts: with the packages, Node and npm of this machine.
let parent: string
let folder: string
const isOfPackages = (directory: string) => directory.includes('node_modules')
const programs = (process.env['PATH'] ?? '').split(path.delimiter).filter((each) => !isOfPackages(each))

beforeAll(async () => {
  parent = mkdtempSync(path.join(tmpdir(), 'console-first-minutes-'))
  folder = path.join(parent, 'Konsole für alle')
  mkdirSync(path.join(parent, 'home'))
  copySources(folder)
  await lendPackages(folder)
  return () => rmSync(parent, { recursive: true, force: true })
})

const npmStart = async (profile: string[]) => {
  const port = await freePort()
  const home = path.join(parent, 'home')
  return runInShell({ home, programs }, folder, [`export PORT=${port} npm_config_update_notifier=false`, ...profile])
}

test.each(Object.entries(harmless))('npm start becomes ready with the settings of %s', async (_, profile) => {
  const { output, end } = await npmStart(profile)
  expect(output).toContain('Health Console is ready')
  await end()
  const data = path.join(folder, 'data')
  const open = readdirSync(data).filter((name) => (statSync(path.join(data, name)).mode & 0o077) !== 0)
  expect({ mode: statSync(data).mode & 0o077, open }).toEqual({ mode: 0, open: [] })
  expect(existsSync(path.join(folder, 'node_modules/.bin'))).toBe(false)
})

test.each(rejected)('npm start says what to do with the settings of $name', async ({ profile, says }) => {
  const { output } = await npmStart(profile)
  expect(output).toContain(says)
})
