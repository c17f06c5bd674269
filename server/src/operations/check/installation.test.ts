import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../../../../scripts/release/list-files.ts'
import { supportedUntil, version } from '../../core/settings/version.ts'
import { lookAtInstallation, lookAtSupport } from './installation.ts'

test('[operations-28] check names files of the installation that differ from the release, are missing or cannot be read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-installation-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'bin'))
  for (const name of ['a b.txt', 'bin/console', 'docs.md', 'main.js', 'ü.css'])
    writeFileSync(path.join(folder, name), name)
  expect(await lookAtInstallation(folder)).toEqual([])
  listFiles(folder)
  expect(await lookAtInstallation(folder)).toEqual([{ state: 'ok', text: 'the 5 files of the release are unchanged' }])
  // Files of its own, such as the data, are no part of the release.
  writeFileSync(path.join(folder, 'console.db'), '')
  expect(await lookAtInstallation(folder)).toMatchObject([{ state: 'ok' }])

  writeFileSync(path.join(folder, 'main.js'), 'main.jS')
  rmSync(path.join(folder, 'bin/console'))
  rmSync(path.join(folder, 'docs.md'))
  mkdirSync(path.join(folder, 'docs.md'))
  const text =
    'bin/console is missing, docs.md cannot be read, main.js differs from the release. Unpack the release again, into an empty folder'
  expect(await lookAtInstallation(folder)).toEqual([{ state: 'failed', text }])
  writeFileSync(path.join(folder, 'a b.txt'), '')
  const [finding] = await lookAtInstallation(folder)
  expect(finding?.text).toContain(
    'a b.txt differs from the release, bin/console is missing, docs.md cannot be read, and 1 more.',
  )
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
