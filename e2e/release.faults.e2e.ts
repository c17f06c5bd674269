import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { label, makeTarball } from '../scripts/release/make-tarball.ts'
import { freePort } from '../server/testing/processes/free-port.ts'
import { copyNode, otherUser } from '../server/testing/other-user.ts'
import { firstAdmin, root } from '../server/testing/processes/server-process.ts'
import { expect, signIn, test } from './support/test.ts'

const run = promisify(execFile)
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const mostMegabytes = 15
const folder = mkdtempSync(path.join(tmpdir(), 'console-release-'))
const made = path.join(folder, 'made')
const empty = path.join(folder, 'empty')
const home = path.join(empty, label)

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[operations-15] the release runs from its tarball as another system user and needs only Node', async ({
  browser,
}) => {
  test.slow()
  const programs = copyNode(folder)
  for (const each of [made, empty]) mkdirSync(each)
  chmodSync(empty, 0o777)
  await makeTarball(made)
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made })
  chmodSync(made, 0o755)
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
    expect(printed.stdout).toBe(`Health Console ${version}, Node.js ${process.versions.node}\n`)
    const { stdout: admins } = await run(path.join(home, 'bin/console'), ['list-admins'], options)
    expect(admins).toContain(firstAdmin.email)
  } finally {
    server.kill('SIGTERM')
  }
  expect(await once(server, 'exit')).toEqual([0, null])
})
