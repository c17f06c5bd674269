import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copySources } from '../first-minutes/checkout.ts'
import { root } from '../program.ts'
import { compareReleases } from './compare-releases.ts'

/** Builds a copy of the sources in a folder of its own. @returns the folder with its tarballs */
function release(sources: string, env: Record<string, string>): string {
  copySources(sources)
  // Copies, because the build would follow links out of the folder. The links of the workspaces are relative.
  // Other tests write into the cache meanwhile.
  const packages = readdirSync(path.join(root, 'node_modules')).filter((name) => name !== '.vitest-cache')
  const copied = path.join(sources, 'node_modules')
  mkdirSync(copied)
  execFileSync('cp', ['-al', ...packages.map((name) => path.join(root, 'node_modules', name)), copied])
  const options = { cwd: sources, env: { ...process.env, ...env }, stdio: 'pipe' } as const
  const unpacked = path.join(path.dirname(sources), 'unpacked')
  execFileSync(process.execPath, ['scripts/run.js', 'release', unpacked], options)
  const made = path.join(path.dirname(sources), 'made')
  mkdirSync(made)
  const program = `(await import('./scripts/release/make-tarball.ts')).makeTarballs(${JSON.stringify(made)})`
  execFileSync(process.execPath, ['--input-type=module', '-e', `await ${program}`], options)
  return made
}

test(
  '[operations-25] the same sources give the same release in another folder, time zone and language, with another mask',
  { timeout: 20 * 60_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-releases-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const each of ['one', 'another place']) mkdirSync(path.join(folder, each))
    const one = release(path.join(folder, 'one/console'), { TZ: 'UTC', LANG: 'C' })
    const umask = process.umask(0o077)
    onTestFinished(() => void process.umask(umask))
    const other = release(path.join(folder, 'another place/of the sources'), { TZ: 'Asia/Tokyo', LANG: 'C.UTF-8' })
    expect(await compareReleases(one, other)).toEqual([])
  },
)
