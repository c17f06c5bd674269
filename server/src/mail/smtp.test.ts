import tls from 'node:tls'
import pino from 'pino'
import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { signedIn } from '../../testing/factories.ts'
import { listInvitations } from '../features/staff/links/store.ts'
import { hasOpenssl, makeCertificate } from '../../testing/http/certificate.ts'
import { freePort } from '../../testing/processes/free-port.ts'
import { type Behaviour, startMailServer } from '../../testing/mail/mail-server.ts'
import { processRecoveryRequests } from '../features/staff/links/request-recovery.ts'
import { readSmtpUrl } from '../core/settings/mail.ts'
import { createSmtpTransport } from './smtp.ts'
import { createMailTransport, warnAboutMail } from './create-transport.ts'
import { takeDueMails } from './outbox.ts'
import { deliverDueMails } from './deliver-mails.ts'

const invites = '/v1/admin-invites'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A console that sends by SMTP, with a super admin, and the mail server it sends to. */
async function withMailServer(
  behaviour: Behaviour = {},
  { url = 'smtp://127.0.0.1:PORT?tls=off', server }: { url?: string; server?: SMTPServerOptions } = {},
) {
  const mailServer = await startMailServer(behaviour, server)
  const testApp = await buildTestApp({
    SMTP_URL: url.replace('PORT', String(mailServer.port)),
    MAIL_FROM: 'Console of Ærø <console@example.org>',
    PRODUCT_NAME: 'Ærø Health',
  })
  testApp.freeze()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  const invite = (...emails: string[]) => boss.call('POST', invites, { users: emails.map((email) => ({ email })) })
  // The invitation is not created through the API, because the session would end during the long waits.
  const deliveries = async () => (await listInvitations(testApp.context.db)).map(({ mailState }) => mailState)
  return { mailServer, testApp, boss, invite, deliveries, deliver: await worker(testApp) }
}

/** A separate worker, like the one of each replica. */
async function worker({ context, logLines }: TestApp) {
  const logger = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  const transport = await createMailTransport(context, logger)
  if (!transport) throw new Error('no transport')
  onTestFinished(() => transport.close())
  return () => deliverDueMails(context, transport, logger)
}

const outboxOf = ({ context }: TestApp) => context.db.selectFrom('outbox').selectAll().orderBy('id').execute()

test('an email is delivered with both parts and its content is erased', async () => {
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer()
  await invite('Zoe.new@example.org')
  expect(await deliveries()).toEqual(['waiting'])
  await deliver()
  expect(await deliveries()).toEqual(['sent'])
  const [mail] = mailServer.received
  expect(mail).toMatchObject({ to: 'Zoe.new@example.org', secure: false })
  expect(mail?.email).toMatchObject({
    from: { name: 'Console of Ærø', address: 'console@example.org' },
    subject: 'Your invitation to Ærø Health',
    text: expect.stringContaining(`${testApp.context.config.publicUrl}/invites?id=`),
    html: expect.stringContaining('Complete your profile'),
  })
  const [row] = await outboxOf(testApp)
  expect(mail?.email.messageId).toBe(`<${row?.id}@example.org>`)
  expect(row).toMatchObject({ state: 'sent', content: null, attempts: 1 })
  testApp.advance(dayMs)
  await deliver()
  expect(mailServer.received).toHaveLength(1)
})

test.each<[string, Behaviour]>([
  ['the recipient', { recipient: (address) => (address.startsWith('gone') ? 550 : undefined) }],
  ['the message', { message: () => 554 }],
])('a permanent rejection of %s is shown and not retried', async (_, behaviour) => {
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer(behaviour)
  await invite('gone@example.org')
  await deliver()
  expect(await deliveries()).toEqual(['failed'])
  expect(await outboxOf(testApp)).toMatchObject([{ content: null, attempts: 1 }])
  testApp.advance(dayMs / 2)
  await deliver()
  expect(mailServer.received).toEqual([])
  expect(testApp.logLines.join('')).not.toContain('gone@example.org')
})

test('greylisting delays one email and no others', async () => {
  const known = new Set<string>()
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer({
    recipient: (address) => {
      if (!address.startsWith('grey') || known.has(address)) return undefined
      known.add(address)
      return 451
    },
  })
  await invite('grey@example.org', 'other@example.org')
  await deliver()
  expect(await deliveries()).toEqual(['waiting', 'sent'])
  testApp.advance(20_000)
  await deliver()
  expect(mailServer.received).toHaveLength(1)
  testApp.advance(20_000)
  await deliver()
  expect(await deliveries()).toEqual(['sent', 'sent'])
  expect(mailServer.received.map((mail) => mail.to)).toEqual(['other@example.org', 'grey@example.org'])
})

test('[operations-11] a mail server that is down for an hour delays no invitation, and gets every email once when it returns', async () => {
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer()
  await invite('before@example.org')
  await deliver()
  await mailServer.stop()
  const emails = Array.from({ length: 12 }, (_, n) => `person${n}@example.org`)
  expect((await invite(...emails)).statusCode).toBe(200)
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await deliver()
    testApp.advance(10 * minuteMs)
  }
  await deliver()
  expect(new Set(await deliveries())).toEqual(new Set(['sent', 'waiting']))
  await mailServer.restart()
  testApp.advance(2 * minuteMs)
  await deliver()
  expect(mailServer.received.map((mail) => mail.to).sort()).toEqual(['before@example.org', ...emails].sort())
  expect(new Set(await deliveries())).toEqual(new Set(['sent']))
})

test('after a day without a mail server the email is given up, which is shown', async () => {
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer()
  await mailServer.stop()
  await invite('new@example.org')
  await deliver()
  testApp.advance(dayMs - minuteMs)
  await deliver()
  expect(await deliveries()).toEqual(['waiting'])
  testApp.advance(2 * minuteMs)
  await mailServer.restart()
  await deliver()
  expect((await outboxOf(testApp))[0]).toMatchObject({ state: 'failed', content: null })
  expect(mailServer.received).toEqual([])
})

test('an email whose link has expired is not sent', async () => {
  const { mailServer, testApp, deliver } = await withMailServer()
  await mailServer.stop()
  await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/forgot-password',
    body: { email: 'boss@example.org' },
  })
  await processRecoveryRequests(testApp.context)
  await deliver()
  testApp.advance(61 * minuteMs)
  await mailServer.restart()
  await deliver()
  expect(mailServer.received).toEqual([])
  expect(await outboxOf(testApp)).toMatchObject([{ state: 'failed' }])
})

test('an email that was accepted without a response is sent once more with the same Message-ID', async () => {
  let isFirst = true
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer({
    message: () => {
      if (!isFirst) return undefined
      isFirst = false
      return 'drop'
    },
  })
  await invite('new@example.org')
  await deliver()
  expect(await deliveries()).toEqual(['waiting'])
  expect(mailServer.received).toHaveLength(1)
  for (let n = 0; n < 5; n += 1) {
    testApp.advance(minuteMs)
    await deliver()
  }
  expect(mailServer.received).toHaveLength(2)
  expect(new Set(mailServer.received.map(({ email }) => email.messageId)).size).toBe(1)
})

test('an acknowledged email is not sent twice if the database is down at that moment', async () => {
  const { mailServer, testApp, invite, deliver, deliveries } = await withMailServer({
    message: async () => {
      await sql`alter table outbox rename to outbox_away`.execute(testApp.context.db)
      void vi
        .waitUntil(() => testApp.logLines.join('').includes('a sent email could not be marked as sent'), {
          timeout: 60_000,
        })
        .then(() => sql`alter table outbox_away rename to outbox`.execute(testApp.context.db))
      return undefined
    },
  })
  await invite('new@example.org')
  await deliver()
  expect(testApp.logLines.join('')).toContain('a sent email could not be marked as sent')
  expect(await deliveries()).toEqual(['sent'])
  testApp.advance(dayMs / 2)
  await deliver()
  expect(mailServer.received).toHaveLength(1)
})

test('workers of several replicas share the emails; each is sent once', async () => {
  const { mailServer, testApp, invite, deliver } = await withMailServer()
  const emails = Array.from({ length: 40 }, (_, n) => `person${n}@example.org`)
  await invite(...emails)
  const others = await Promise.all([worker(testApp), worker(testApp), worker(testApp)])
  await Promise.all([deliver, ...others].map((work) => work()))
  expect(mailServer.received.map((mail) => mail.to).sort()).toEqual(emails.sort())
  expect(new Set((await outboxOf(testApp)).map((row) => row.attempts))).toEqual(new Set([1]))
})

test('an email whose worker died is sent by another worker a minute later', async () => {
  const { mailServer, testApp, invite, deliver } = await withMailServer()
  await invite('new@example.org')
  const { db, now } = testApp.context
  expect(await takeDueMails(db, { limit: 10, nowMs: now() })).toHaveLength(1)
  await deliver()
  expect(mailServer.received).toEqual([])
  testApp.advance(minuteMs)
  await deliver()
  expect(mailServer.received).toHaveLength(1)
})

test.each<[string, Behaviour, SMTPServerOptions, string]>([
  ['the sender', { sender: () => 550 }, {}, 'smtp://127.0.0.1:PORT?tls=off'],
  [
    'the credentials',
    {},
    { authMethods: ['PLAIN'], onAuth: (_auth, _session, done) => done(new Error('no')), allowInsecureAuth: true },
    'smtp://user:wrong@127.0.0.1:PORT?tls=off',
  ],
])(
  'after a rejection of %s the email waits until the system administrator has fixed the cause',
  async (_, behaviour, server, url) => {
    const { testApp, invite, deliver, deliveries } = await withMailServer(behaviour, { url, server })
    await invite('new@example.org')
    await deliver()
    expect(await deliveries()).toEqual(['waiting'])
    expect(testApp.logLines.join('')).not.toContain('wrong')
  },
)

test('wrong credentials are reported at the start, but never the password', async () => {
  const mailServer = await startMailServer(
    {},
    { authMethods: ['PLAIN'], onAuth: (_auth, _session, done) => done(new Error('no')), allowInsecureAuth: true },
  )
  const lines: string[] = []
  const logger = pino({}, { write: (line: string) => lines.push(line) })
  for (const [credentials, expected] of [
    ['user:canary-password@', /EAUTH.*rejects the sign-in\. Check user and password in SMTP_URL, where % is written/],
    ['', /^$/],
  ] as const) {
    lines.length = 0
    const url = `smtp://${credentials}127.0.0.1:${mailServer.port}?tls=off`
    const { context } = await buildTestApp({ SMTP_URL: url })
    const transport = await createMailTransport(context, logger)
    if (!transport) throw new Error('no transport')
    await warnAboutMail(transport, logger)
    transport.close()
    expect(lines.join('')).toMatch(expected)
    expect(lines.join('')).not.toContain('canary')
  }
})

/** Why no email can be sent, as the log and `check` report it. */
async function causeAt(url: string): Promise<string> {
  const smtp = readSmtpUrl(url)
  if (typeof smtp === 'string') throw new Error(smtp)
  const transport = createSmtpTransport(smtp, { name: '', address: 'console@example.org' })
  const cause = await transport.check().then(
    () => '',
    (error: Error) => error.message,
  )
  transport.close()
  return cause
}

test('the message for email that cannot be sent explains the reason and what to do', async () => {
  const plain = await startMailServer()
  const withTls = await startMailServer({}, { disabledCommands: [], secure: false })
  const closed = await freePort()
  const at = (port: number) => `127.0.0.1:${port}`
  expect(await causeAt(`smtp://${at(closed)}`)).toContain(`nothing listens at ${at(closed)}`)
  expect(await causeAt('smtp://mail.invalid')).toContain('the name mail.invalid is unknown here')
  expect(await causeAt(`smtp://${at(plain.port)}`)).toContain(
    `${at(plain.port)} offers no TLS (STARTTLS). Use smtps://`,
  )
  expect(await causeAt(`smtps://${at(plain.port)}`)).toContain(
    `${at(plain.port)} does not use TLS from the start. Write smtp://`,
  )
  expect(await causeAt(`smtp://${at(withTls.port)}`)).toMatch(
    /the certificate of 127\.0\.0\.1:\d+ is rejected \(.*NODE_EXTRA_CA/,
  )
})

describe('encryption', () => {
  test('without STARTTLS nothing is sent', async () => {
    const senders: string[] = []
    const { mailServer, invite, deliver, deliveries } = await withMailServer(
      { sender: (address) => void senders.push(address) as undefined },
      { url: 'smtp://127.0.0.1:PORT' },
    )
    await invite('new@example.org')
    await deliver()
    expect(await deliveries()).toEqual(['waiting'])
    expect(senders).toEqual([])
    expect(mailServer.received).toEqual([])
  })

  test.each(['smtp', 'smtps'])('an untrusted certificate is rejected: %s', async (protocol) => {
    const server = { disabledCommands: [], secure: protocol === 'smtps' }
    const { mailServer, invite, deliver, deliveries } = await withMailServer(
      {},
      { url: `${protocol}://127.0.0.1:PORT`, server },
    )
    await invite('new@example.org')
    await deliver()
    expect(await deliveries()).toEqual(['waiting'])
    expect(mailServer.received).toEqual([])
  })

  test.skipIf(!hasOpenssl()).each(['smtp', 'smtps'])(
    'with a trusted certificate the credentials and the email are sent over %s (only with openssl)',
    async (protocol) => {
      const { key, cert } = trustedCertificate()
      const passwords: unknown[] = []
      const { mailServer, invite, deliver } = await withMailServer(
        {},
        {
          url: `${protocol}://mailer:s%40cret@localhost:PORT`,
          server: {
            key,
            cert,
            disabledCommands: [],
            secure: protocol === 'smtps',
            authOptional: false,
            onAuth: ({ username, password }, _session, done) => {
              passwords.push(password)
              done(null, { user: username })
            },
          },
        },
      )
      await invite('new@example.org')
      await deliver()
      expect(mailServer.received).toMatchObject([{ to: 'new@example.org', secure: true, user: 'mailer' }])
      expect(passwords).toEqual(['s@cret'])
    },
  )
})

/** A certificate for localhost that this process trusts until the test ends. */
function trustedCertificate() {
  const { key, cert } = makeCertificate('DNS:localhost,IP:127.0.0.1')
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, cert])
  onTestFinished(() => tls.setDefaultCACertificates(before))
  return { key, cert }
}
