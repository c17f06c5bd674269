import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../server/testing/processes/find-program.ts'
import { compareReleases } from './compare-releases.ts'
import { writeSums } from './make-tarball.ts'

test('two releases are compared file by file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-compare-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [one = '', other = ''] = ['one', 'other'].map((name) => path.join(folder, name))
  const pack = (place: string, files: Record<string, string>, order: string[]) => {
    mkdirSync(path.join(place, 'console'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(place, 'console', name), text)
    const names = order.map((name) => `console/${name}`)
    execFileSync('tar', ['-czf', path.join(place, 'console.tar.gz'), '--mtime=@0', '-C', place, ...names])
  }
  pack(one, { a: '1', b: '2' }, ['a', 'b'])
  pack(other, { a: '1', b: '2' }, ['b', 'a'])
  expect(await compareReleases(one, one)).toEqual([])
  expect(await compareReleases(one, other)).toEqual([
    'console.tar.gz: the files are the same, but their times, owners, modes or order differ.',
  ])
  pack(other, { a: '1', b: '3', c: '4' }, ['a', 'b', 'c'])
  writeFileSync(path.join(other, 'more.tar.gz'), '')
  expect(await compareReleases(one, other)).toEqual([
    'console.tar.gz: console/b differs.',
    'console.tar.gz: console/c differs.',
    `more.tar.gz is only in ${other}.`,
  ])
  expect(await compareReleases(path.join(one, 'console'), path.join(one, 'console'))).toHaveLength(1)
})

test.skipIf(!findProgram('ssh-keygen'))(
  '[operations-26] the checksums of a release are signed by its key, and only for this purpose (only with ssh-keygen)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-sums-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [made = '', key = ''] = ['made', 'key'].map((name) => path.join(folder, name))
    mkdirSync(made)
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    writeFileSync(path.join(made, 'console.tar.gz'), 'files')
    await writeSums(made, key)
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made })
    const signers = path.join(folder, 'signers')
    const publicKey = execFileSync('ssh-keygen', ['-y', '-f', key], { encoding: 'utf8' })
    writeFileSync(signers, `health-console ${publicKey}`)
    const verify = (purpose: string) =>
      execFileSync('bash', [
        '-c',
        `ssh-keygen -Y verify -f '${signers}' -I health-console -n ${purpose} -s '${made}/SHA256SUMS.sig' < '${made}/SHA256SUMS' 2>&1`,
      ])
    verify('health-console-release')
    expect(() => verify('file')).toThrow('Command failed')
    writeFileSync(path.join(made, 'SHA256SUMS'), '')
    expect(() => verify('health-console-release')).toThrow('Command failed')
    await expect(writeSums(made, path.join(folder, 'none'))).rejects.toThrow('RELEASE_KEY specifies')
  },
)
