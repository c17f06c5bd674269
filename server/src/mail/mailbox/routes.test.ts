import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { keptMails, secretIn } from '../../../testing/mail/mails.ts'

const get = (testApp: Awaited<ReturnType<typeof buildTestApp>>, url: string, host = 'localhost:3000') =>
  testApp.app.inject({ method: 'GET', url, headers: { host } })

async function withMails(emails: string[], environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment)
  const boss = await signedIn(testApp, { role: 'super_admin', fullName: '<b>Grace</b>' })
  for (const email of emails) {
    await boss.call('POST', '/v1/admin-invites', { users: [{ email }] })
    await keptMails(testApp)
  }
  return { testApp, mails: await keptMails(testApp) }
}

test('emails are saved as files that are readable without decoding, and the log contains only the file name', async () => {
  const { testApp, mails } = await withMails(['new@example.org'])
  const [mail] = mails
  expect(mail?.file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-invitation\.eml$/)
  const { mail: delivery } = testApp.context.config
  const file = path.join(delivery.method === 'files' ? delivery.directory : '', mail?.file ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  expect(testApp.logLines.join('')).toContain(mail?.file)
  expect(testApp.logLines.join('')).not.toContain('new@example.org')
  expect(testApp.logLines.join('')).not.toContain(secretIn(mail ?? { text: '' }))
})

test('the mailbox lists the newest email first and shows each with its links', async () => {
  const { testApp, mails } = await withMails(['first@example.org', 'second@example.org'], { PRODUCT_NAME: 'A & <b>' })
  const list = await get(testApp, '/mailbox')
  expect(list.statusCode).toBe(200)
  expect(list.headers['cache-control']).toBe('no-store')
  expect(list.body.indexOf('second@example.org')).toBeLessThan(list.body.indexOf('first@example.org'))
  const [first] = mails
  expect(list.body).toContain(`href="/mailbox/${first?.file}">Your invitation to A &amp; &lt;b&gt;</a>`)

  const message = await get(testApp, `/mailbox/${first?.file}`)
  expect(message.body).toContain(`<a href="http://localhost:3000/invites?id=${secretIn(first ?? { text: '' })}">`)
  expect(message.body).toContain('&lt;b&gt;Grace&lt;/b&gt;')
  expect(message.body).toContain('<h1>Your invitation to A &amp; &lt;b&gt;</h1>')
  expect(message.body).not.toContain('<b>')
  expect(message.body).toContain('<iframe title="The email as an email client shows it" sandbox="allow-popups ')
  expect(message.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-src 'self'/)
  expect(message.headers['content-security-policy']).not.toContain('unsafe')
  expect((await get(testApp, '/mailbox/mailbox.css')).headers['content-type']).toContain('text/css')

  const html = await get(testApp, `/mailbox/${first?.file}/html`)
  expect(html.headers['content-security-policy']).toMatch(
    /^default-src 'none';style-src 'sha256-[^' ]+';form-action 'none';frame-ancestors 'self'$/,
  )
  expect(html.body).toContain('&lt;b&gt;Grace&lt;/b&gt;')
})

const otherFiles = ['..%2fx.eml', '.eml', '2026-11-20T09-20-10.123Z-..%2f..%2fx.eml', 'x.eml', '%00', '.']

test.each(otherFiles)('no other file is ever shown: %s', async (name) => {
  const { testApp } = await withMails([])
  const { dataDir } = testApp.context.config
  mkdirSync(path.join(dataDir, 'mail'), { recursive: true })
  for (const folder of ['.', 'mail']) writeFileSync(path.join(dataDir, folder, 'x.eml'), 'Subject: another file')
  for (const url of [`/mailbox/${name}`, `/mailbox/${name}/html`]) {
    expect((await get(testApp, url)).statusCode).toBe(404)
  }
})

test('another host name for this machine does not open the mailbox', async () => {
  const { testApp } = await withMails([])
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example'])
    expect((await get(testApp, '/mailbox', host)).statusCode).toBe(404)
  expect((await get(testApp, '/mailbox', '127.0.0.1:3000')).statusCode).toBe(200)
  expect((await get(testApp, '/mailbox', '[::1]:3000')).statusCode).toBe(200)
})

test.each([
  ['forwarded', 'for=203.0.113.7'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-host', 'localhost'],
  ['x-forwarded-proto', 'https'],
  ['x-real-ip', '127.0.0.1'],
  ['via', '1.1 proxy'],
])('a forwarded request does not open the mailbox: %s', async (name, value) => {
  const { testApp } = await withMails([])
  for (const url of ['/mailbox', '/mailbox/mailbox.css', '/mailbox/x.eml']) {
    const headers = { host: 'localhost:3000', [name]: value }
    expect((await testApp.app.inject({ method: 'GET', url, headers })).statusCode).toBe(404)
  }
})

test.each([
  ['the server listens on the network', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000', MAIL_DELIVERY: 'off' }],
  ['the URL is public', { PUBLIC_URL: 'https://console.example.org', MAIL_DELIVERY: 'off' }],
  ['emails are sent by SMTP', { SMTP_URL: 'smtp://127.0.0.1:9' }],
])('there is no mailbox when %s', async (_, environment) => {
  const testApp = await buildTestApp(environment)
  expect(testApp.app.hasRoute({ method: 'GET', url: '/mailbox' })).toBe(false)
  expect((await get(testApp, '/mailbox/mailbox.css')).headers['content-type']).not.toContain('text/css')
})
