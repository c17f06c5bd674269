import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../../../../scripts/release/list-files.ts'
import { supportedUntil, version } from '../../core/settings/version.ts'
import { lookAtInstallation, lookAtSupport } from './installation.ts'

function installed(...names: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-installation-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const each of ['bin', 'node/bin']) mkdirSync(path.join(folder, each), { recursive: true })
  for (const name of names) writeFileSync(path.join(folder, name), name)
  listFiles(folder)
  return folder
}

const remedy = 'Unpack the release again, into an empty folder that only its owner can change'

test('[operations-28] check names files of the installation that differ from the release, are missing or cannot be read', async () => {
  const folder = installed('a b.txt', 'bin/console', 'docs.md', 'main.js', 'ü.css')
  expect(await lookAtInstallation(folder)).toEqual([{ state: 'ok', text: 'the 5 files of the release are unchanged' }])
  // Files of its own, such as the data, are no part of the release.
  writeFileSync(path.join(folder, 'console.db'), '')
  expect(await lookAtInstallation(folder)).toMatchObject([{ state: 'ok' }])

  writeFileSync(path.join(folder, 'main.js'), 'main.jS')
  rmSync(path.join(folder, 'bin/console'))
  rmSync(path.join(folder, 'docs.md'))
  mkdirSync(path.join(folder, 'docs.md'))
  const text = `bin/console is missing, docs.md cannot be read, main.js differs from the release. ${remedy}`
  expect(await lookAtInstallation(folder)).toEqual([{ state: 'failed', text }])
  writeFileSync(path.join(folder, 'a b.txt'), '')
  const [finding] = await lookAtInstallation(folder)
  expect(finding?.text).toContain(
    'a b.txt differs from the release, bin/console is missing, docs.md cannot be read, and 1 more.',
  )
})

test('[operations-28] check names files that are not part of the release, and what every user can change', async () => {
  const folder = installed('bin/console')
  mkdirSync(path.join(folder, 'server'))
  for (const name of ['node/bin/node', 'server/old.js']) writeFileSync(path.join(folder, name), '')
  chmodSync(path.join(folder, 'bin'), 0o777)
  chmodSync(path.join(folder, 'bin/console'), 0o666)
  expect(await lookAtInstallation(folder)).toMatchObject([
    {
      text: expect.stringContaining(
        'bin can be changed by every user, bin/console can be changed by every user, node/bin/node is not part of the release, and 1 more.',
      ),
    },
  ])
  const open = installed('bin/console')
  chmodSync(open, 0o777)
  expect(await lookAtInstallation(open)).toEqual([
    { state: 'failed', text: `${open} can be changed by every user. ${remedy}` },
  ])
})

test('[operations-28] check does not follow a link or wait for a pipe in place of a file of the release', async () => {
  const folder = installed('bin/a', 'bin/b')
  const [link, pipe] = ['bin/a', 'bin/b'].map((name) => path.join(folder, name)) as [string, string]
  rmSync(link)
  symlinkSync('/dev/zero', link)
  rmSync(pipe)
  execFileSync('mkfifo', [pipe])
  expect(await lookAtInstallation(folder)).toEqual([
    { state: 'failed', text: `bin/a cannot be read, bin/b cannot be read. ${remedy}` },
  ])
})

test('[operations-28] only a checkout needs no list of its files, and a shortened one is noticed', async () => {
  const folder = installed('bin/console', 'bin/launch.js')
  const list = path.join(folder, 'FILES.sha256')
  writeFileSync(list, readFileSync(list, 'utf8').split('\n')[0] ?? '')
  expect(await lookAtInstallation(folder)).toMatchObject([
    { text: expect.stringContaining('bin/launch.js is not part of the release') },
  ])
  writeFileSync(list, '')
  expect(await lookAtInstallation(folder)).toMatchObject([{ state: 'failed' }])
  rmSync(list)
  expect(await lookAtInstallation(folder)).toEqual([
    { state: 'failed', text: `FILES.sha256 is missing or cannot be read. ${remedy}` },
  ])
  writeFileSync(path.join(folder, 'package-lock.json'), '')
  expect(await lookAtInstallation(folder)).toEqual([])
})

test('check says until when this version receives fixes, and warns afterwards', async () => {
  const lastMs = Date.parse(`${supportedUntil}T23:59:59Z`)
  expect(await lookAtSupport(lastMs)).toMatchObject([
    { state: 'ok', text: `Health Console ${version} receives fixes until ${supportedUntil}` },
  ])
  expect(await lookAtSupport(lastMs + 1000)).toMatchObject([{ state: 'warning' }])
  const minor = version.replace(/\.\d+$/, '')
  const policy = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8')
  expect(policy).toMatch(new RegExp(`\\| ${minor} \\| [\\d-]+ \\| ${supportedUntil} \\|`))
})
