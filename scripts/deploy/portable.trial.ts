import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { patientsTableName } from '../../contract/src/patients/patients.ts'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { signInFirstAdmin } from '../../server/testing/processes/server-process.ts'
import { makePatientsWorkbook } from '../../server/testing/spreadsheet/patients-workbook.ts'
import { syntheticPatients } from '../../server/testing/spreadsheet/synthetic-patients.ts'
import { canBoot, makeMachine } from './machine.ts'
import { addRelease, blocksOf } from './manual.ts'

const patients = 31

test.skipIf(!canBoot)(
  'the commands of the manual try the release for Linux on a bare Debian without Node.js, and keep an imported table (only as root, with debootstrap and systemd-nspawn)',
  { timeout: 30 * 60_000 },
  async () => {
    const machine = makeMachine([])
    await machine.run('useradd --create-home ada')
    const release = path.join(machine.folder, 'home/ada/release')
    mkdirSync(release)
    await addRelease(release)
    await machine.run('chown -R ada: /home/ada')
    await machine.startBare()
    for (const missing of ['node', 'npm', 'xz', 'ssh-keygen', 'curl'])
      await expect(machine.run(`command -v ${missing}`)).rejects.toThrow('ended with 1')
    expect(await machine.run('find / -xdev -name "libatomic*" -not -path "/home/*"')).toBe('')

    const url = `http://localhost:${await freePort()}`
    const login = `runuser -u ada -- env -i HOME=/home/ada PATH=/usr/bin:/bin PORT=${new URL(url).port}`
    const runAsAda = (folder: string, commands: string) =>
      machine.run(`cd /home/ada/release/${folder}; ${login} bash -ec '${commands}'`)
    const [, verify = '', start = '', commands = '', restore = '', ...others] = [
      ...blocksOf('docs/operations/install.md', 'Verify a release'),
      ...blocksOf('docs/operations/install.md', 'Try a release'),
    ]
    expect(others).toEqual([])
    expect(blocksOf('README.md', 'Quick start')).toContain(start)
    const [unpack = '', serve = ''] = start.trim().split('\n')

    let account = { email: '', password: '' }
    /** Starts the server, and signs in as the first start has said. */
    async function startServer() {
      await runAsAda('', ': > ~/log')
      const server = runAsAda('health-console-?.?.?', `echo $$ > ~/pid; exec ${serve} > ~/log`)
      const log = () => machine.run('cat /home/ada/log')
      await expect.poll(log, { timeout: 120_000 }).toContain('Health Console is ready')
      const [, email, password] = /sign in as (\S+) with the password ([\w-]+)/.exec(await log()) ?? []
      if (email && password) account = { email, password }
      const cookie = await signInFirstAdmin(url, account)
      return {
        call: (method: string, body?: FormData) =>
          fetch(`${url}/v1/hospital-patients`, { method, headers: { cookie }, ...(body && { body }) }),
        async stop() {
          await machine.run('kill $(cat /home/ada/pid)')
          await server
        },
      }
    }
    const amountOf = async (response: Response) =>
      ((await response.json()) as { data: { meta: { totalAmount: number } } }).data.meta.totalAmount

    expect(await runAsAda('', verify)).toContain('linux-x64.tar.gz: OK')
    await runAsAda('', unpack)
    const first = await startServer()
    const table = new FormData()
    table.append('name', patientsTableName)
    table.append(
      'file',
      new Blob([new Uint8Array(makePatientsWorkbook(syntheticPatients(patients), 'console'))]),
      'patients.xlsx',
    )
    expect((await first.call('PUT', table)).status).toBe(200)
    expect(await amountOf(await first.call('GET'))).toBe(patients)
    const report = await runAsAda('health-console-?.?.?', commands)
    expect(report).toContain('Every hash matches')
    expect(report).toMatch(/, 0 failed/)
    await first.stop()

    expect(await runAsAda('health-console-?.?.?', restore)).toContain('Audit log and files are verified.')
    const second = await startServer()
    expect(await amountOf(await second.call('GET'))).toBe(patients)
    await second.stop()
  },
)
