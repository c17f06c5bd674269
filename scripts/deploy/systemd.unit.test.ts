import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, settingNames } from '../../server/src/core/config.ts'
import { secretSettings } from '../../server/src/core/settings/secret-files.ts'
import { findProgram } from '../../server/testing/processes/find-program.ts'
import { root, runQuietly } from '../program.ts'

const hasSystemd = findProgram('systemd-analyze') !== undefined
const deploy = path.join(root, 'deploy')
const units = globSync('*.{service,timer}', { cwd: deploy })
/**
 * The unit that is started if one of the others fails. It contains a placeholder for the system administrator's own
 * program, which is not known here.
 */
const failure = 'health-console-failure@.service'
const services = units.filter((name) => name.endsWith('.service') && name !== failure)
const textOf = (name: string) => readFileSync(path.join(deploy, name), 'utf8')
const linesOf = (name: string, key: string) =>
  [...textOf(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test.skipIf(!hasSystemd).each(services)(
  '%s is hardened: systemd-analyze rates its exposure as 2.0 or less (only with systemd-analyze)',
  async (name) => {
    const { ok, output } = await runQuietly([
      'systemd-analyze',
      'security',
      '--offline=true',
      '--no-pager',
      '--threshold=20',
      path.join(deploy, name),
    ])
    expect({ ok, output }).toMatchObject({ ok: true, output: expect.stringContaining(`exposure level for ${name}`) })
  },
)

test.skipIf(!hasSystemd)('systemd accepts all units (only with systemd-analyze)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // systemd checks whether the program exists.
  const files = units.map((name) => path.join(folder, name))
  for (const name of units)
    writeFileSync(path.join(folder, name), textOf(name).replaceAll('/opt/health-console/bin/console', '/bin/sh'))
  expect(await runQuietly(['systemd-analyze', 'verify', '--man=no', ...files])).toEqual({ ok: true, output: '' })
})

test('server, backup, drill and verification run bin/console as one user with one settings file', () => {
  expect(services.length).toBe(4)
  for (const name of services) {
    expect(linesOf(name, 'User')).toEqual(['health-console'])
    expect(linesOf(name, 'EnvironmentFile')).toEqual(['/etc/health-console.env'])
    expect(linesOf(name, 'StateDirectoryMode')).toEqual(['0700'])
    expect(linesOf(name, 'OnFailure')).toEqual([failure.replace('@', '@%n')])
    for (const line of linesOf(name, 'ExecStart')) expect(line).toMatch(/^\/opt\/health-console\/bin\/console /)
  }
  const [server = ''] = services.filter((name) => linesOf(name, 'Type').length === 0)
  expect(linesOf(server, 'CacheDirectoryMode')).toEqual(['0700'])
  expect(linesOf(server, 'RestartSec')).toEqual(['5s'])
  expect(linesOf(server, 'StartLimitBurst')).toEqual(['10'])
})

test('all units have the same hardening', () => {
  const hardeningOf = (name: string) =>
    /^CapabilityBoundingSet=[^]*?^SystemCallErrorNumber=.*$/m.exec(textOf(name))?.[0]
  const [first = '', ...others] = services.map(hardeningOf)
  expect(first).toContain('\nProtectSystem=strict\n')
  expect(others).toEqual([first, first, first])
  for (const name of services) expect(linesOf(name, 'UMask')).toEqual(['0077'])
})

test('systemd and bin/console read the sample settings in the same way, and these are enough to start', () => {
  const sample = textOf('health-console.env')
  const lines = [...sample.matchAll(/^(?:# )?([A-Z0-9_]+)=(.*)$/gm)]
  const known = ['NODE_EXTRA_CA_CERTS', ...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]
  expect(lines.map(([, name]) => name).filter((name = '') => !known.includes(name))).toEqual([])
  expect(lines.filter(([, , value = '']) => !/^'[^'\\]*'$/.test(value))).toEqual([])
  expect(readConfig(parseEnv(sample))).toMatchObject({ production: true, mail: { method: 'smtp' } })
})
