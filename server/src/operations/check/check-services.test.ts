import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { freePort } from '../../../testing/processes/free-port.ts'
import { startMailServer } from '../../../testing/mail/mail-server.ts'
import { runHere } from '../../../testing/processes/run-console.ts'
import { reportNode, root, startServerProcess } from '../../../testing/processes/server-process.ts'

async function check(settings: Record<string, string>) {
  const { code, stdout, stderr } = await runHere(['check'], { PORT: String(await freePort()), ...settings })
  return { code, report: code === 0 ? stdout : stdout + stderr }
}

async function checkInProcess(settings: Record<string, string>, file: string) {
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(await freePort()), ...settings }
  return promisify(execFile)(path.join(root, 'bin/console'), [`--settings=${file}`, 'check'], { env }).then(
    ({ stdout }) => ({ code: 0, report: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, report: stdout + stderr }),
  )
}

test('a mail server that accepts email, the running server and a port of another program are distinguished', async () => {
  const testApp = await buildTestApp()
  const mailServer = await startMailServer()
  const server = await startServerProcess(testApp.context.config)
  onTestFinished(() => server.kill())
  const settings = { ...databaseSettings(testApp.context.config), MAIL_DELIVERY: 'on' }
  const smtp = `smtp://127.0.0.1:${mailServer.port}?tls=off`
  const running = await check({ ...settings, SMTP_URL: smtp, PORT: new URL(server.url).port })
  expect(running).toMatchObject({
    code: 0,
    report: expect.stringMatching(/ports +the server responds on PORT \d+: version/),
  })
  expect(running.report).toContain(`127.0.0.1:${mailServer.port} accepts email, unencrypted`)
  expect(mailServer.received).toEqual([])
  const taken = await check({ ...settings, SMTP_URL: smtp, PORT: String(mailServer.port) })
  expect(taken).toMatchObject({
    code: 1,
    report: expect.stringContaining(`PORT ${mailServer.port} is used by another`),
  })
})

test('[operations-20] a Node.js with known vulnerabilities is reported with the release that fixes them, without failing the check', async () => {
  const { context } = await buildTestApp()
  const file = path.join(context.config.dataDir, 'settings.env')
  writeFileSync(file, '')
  const { code, report } = await checkInProcess(
    { ...databaseSettings(context.config), NODE_OPTIONS: reportNode('26.10.0') },
    file,
  )
  expect([code, report]).toEqual([
    0,
    expect.stringMatching(
      /^warning {2}runtime {3}Node\.js 26\.10\.0 has known vulnerabilities\. Install 26\.\d+\.\d+ or newer: .*CVE-/m,
    ),
  ])
  const current = (await check(databaseSettings(context.config))).report
  expect(current).toMatch(
    /^(ok|warning) +runtime {3}Node\.js \d+\.\d+\.\d+ (has all security fixes|may lack the security fixes of)/m,
  )
})
