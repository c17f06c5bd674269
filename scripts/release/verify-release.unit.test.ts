import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../server/testing/processes/find-program.ts'
import { blocksOf } from '../deploy/manual.ts'
import { label, writeSums } from './make-tarball.ts'

const [verify = ''] = blocksOf('docs/operations/install.md', 'Verify a release')
const tarball = `${label}.tar.gz`

/** A release of small files, signed with its key, whose public key the reader has. */
async function makeRelease() {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-signed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [made = '', key = '', otherKey = ''] = ['made', 'key', 'other'].map((name) => path.join(folder, name))
  mkdirSync(path.join(made, label), { recursive: true })
  for (const each of [key, otherKey]) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', each])
  const run = (command: string) =>
    execFileSync('bash', ['-c', `exec 2>&1; ${command}`], { cwd: made, encoding: 'utf8' })
  run(`echo ours > ${label}/console && tar -czf ${tarball} ${label} && rm -r ${label}`)
  await writeSums(made, key)
  writeFileSync(path.join(made, 'allowed_signers'), `health-console ${readFileSync(`${key}.pub`, 'utf8')}`)
  return { made, key, otherKey, run }
}

const sign = (key: string, purpose = 'health-console-release') =>
  `rm SHA256SUMS.sig && ssh-keygen -q -Y sign -f '${key}' -n ${purpose} SHA256SUMS`

test.skipIf(!findProgram('ssh-keygen'))(
  '[operations-26] the commands of the manual accept a release that its key signed, and no other (only with ssh-keygen)',
  async () => {
    const { made, key, otherKey, run } = await makeRelease()
    expect(run(verify)).toMatch(
      /^Good "health-console-release" signature for health-console .*\nhealth-console-\S+: OK\n$/,
    )
    const forgeries: Record<string, string> = {
      'another tarball': `echo forged > ${tarball}`,
      'a missing tarball': `rm ${tarball}`,
      'another list with the old signature': `echo forged > ${tarball}; sha256sum ${tarball} > SHA256SUMS`,
      'another list that is signed with another key': `echo forged > ${tarball}; sha256sum ${tarball} > SHA256SUMS; ${sign(otherKey)}`,
      'a list that its key signed for something else': sign(key, 'file'),
      'an empty list': `: > SHA256SUMS; ${sign(key)}`,
      'no signature': 'rm SHA256SUMS.sig',
    }
    run(`cp -r . ../kept`)
    const accepted = Object.keys(forgeries).filter((name) => {
      run(`rm -r ./*; cp -r ../kept/* .; ${forgeries[name]}`)
      return run(`if ${verify.trim()}; then echo accepted; fi`).endsWith('accepted\n')
    })
    expect(accepted).toEqual([])
    await expect(writeSums(made, path.join(made, 'none'))).rejects.toThrow('RELEASE_KEY specifies')
  },
)

test.skipIf(!findProgram('ssh-keygen'))(
  'the commands of the manual unpack only the tarball that was verified (only with ssh-keygen)',
  async () => {
    const { made, run } = await makeRelease()
    // It comes first in the alphabet, and contains a folder with the name of the real one.
    run(`mkdir -p ../w/${tarball} && echo forged > ../w/${tarball}/console`)
    run(`tar -czf health-console-0.9.9.tar.gz -C ../w ${tarball}`)
    run(verify)
    const installs = [
      ...blocksOf('docs/operations/install.md', 'One machine'),
      ...blocksOf('docs/operations/install.md', 'Upgrade'),
    ]
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.includes('SHA256SUMS'))
    expect(installs).toHaveLength(2)
    for (const line of installs) {
      run(`rm -rf installed; ${line.replaceAll(/\/opt\/health-console[\w-]*/g, 'installed')}`)
      expect(readFileSync(path.join(made, 'installed/console'), 'utf8')).toBe('ours\n')
    }
  },
)
