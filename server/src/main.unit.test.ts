import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../testing/processes/free-port.ts'
import { launchServer, reportNode } from '../testing/processes/server-process.ts'

/** Starts the server as `npm start` does: with demo data and its admin. */
async function launch(settings: Record<string, string>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-first-start-'))
  const demo = { DEMO: '1', ADMIN_EMAIL: '', ADMIN_PASSWORD: '', npm_lifecycle_event: 'start' }
  const server = await launchServer({ ...demo, DATA_DIR: dataDir, ...settings })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { server, dataDir }
}

const onTerminal = '--import=data:text/javascript,process.stdout.isTTY=true'

test('in a terminal, the last lines of a start are the URL and how to sign in, set apart, without base64 before them', async () => {
  const { server } = await launch({ NODE_OPTIONS: onTerminal })
  await server.ready()
  const words = `\n\n  Health Console is ready: ${server.url}\n  Sign in as admin@example.com with the password Demo-`
  await expect.poll(() => server.output(), { timeout: 60_000 }).toMatch(/password Demo-\w+-1a\n\n$/)
  const [before = ''] = server.output().split(words)
  expect(before).toContain('checkpoint of the audit log')
  expect(before).not.toMatch(/[\w+/]{40}/)
  expect(server.output()).toContain(words)
})

test('[operations-20] a start on a Node.js with known vulnerabilities logs the release that fixes them, and continues', async () => {
  const { server } = await launch({ NODE_OPTIONS: reportNode('26.10.0'), DEMO: '0', MAIL_DELIVERY: 'off' })
  await server.ready()
  expect(server.output()).toMatch(
    /"level":"warn",.*"Node\.js 26\.10\.0 has known vulnerabilities\. Install 26\.\d+\.\d+ or newer: .*CVE-/,
  )
})

test('a port in use is noticed before the demo is loaded, with what to do', async () => {
  const other = createServer().listen(await freePort(), '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const port = Object(other.address()).port
  const { server, dataDir } = await launch({ PORT: String(port) })
  await expect(server.ready()).rejects.toThrow(
    `Setting PORT is ${port}, which another program uses: choose another, for example: PORT=${port + 1} npm start`,
  )
  expect(existsSync(path.join(dataDir, 'console.db'))).toBe(false)
})

test.each(['x86_64-conda-linux-gnu.invalid', '192.0.2.1'])(
  'a HOST that is no address of this machine is reported, with a shell as the likely cause: %s',
  async (HOST) => {
    const { server } = await launch({
      HOST,
      PUBLIC_URL: 'https://console.example.org',
      DEMO: '0',
      MAIL_DELIVERY: 'off',
    })
    await expect(server.ready()).rejects.toThrow(
      `Setting HOST is ${HOST}, which is not an IP address of this machine. A shell such as tcsh or conda may have set it.`,
    )
  },
)
