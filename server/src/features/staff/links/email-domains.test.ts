import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails, mailTo } from '../../../../testing/mail/mails.ts'
import { createAdminCommand } from '../accounts/commands.ts'

const [unicode, ascii] = ['ada@M\u00fcller.de', 'ada@xn--mller-kva.de']

test('[email-address-3] an admin signs in with either form of the domain, and cannot be invited with the other', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email: ascii })
  for (const email of [unicode, ascii, 'ADA@XN--MLLER-KVA.DE', 'ada@mu\u0308ller.de']) {
    const url = '/v1/auth/admin/login'
    const answer = await testApp.app.inject({ method: 'POST', url, body: { email, password: testPassword } })
    expect([email, answer.statusCode]).toEqual([email, 200])
  }
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const invite = (...emails: string[]) =>
    boss.call('POST', '/v1/admin-invites', { users: emails.map((email) => ({ email })) })
  expect((await invite(unicode)).statusCode).toBe(409)
  const twice = await invite('eve@b\u00fccher.example', 'Eve@xn--bcher-kva.example')
  expect([twice.statusCode, twice.json().error.fields[0].path]).toEqual([400, 'users.1.email'])
  expect((await invite('eve@b\u00fccher.example')).statusCode).toBe(200)
  expect((await keptMails(testApp)).map(({ to }) => to)).toEqual(['eve@xn--bcher-kva.example'])
})

test('[email-address-2] emails and errors show a domain in Unicode, and are sent to its ASCII form', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp, { email: ascii })
  await createAdmin(testApp, { email: 'eve@xn--bcher-kva.example' })
  const taken = await call('POST', '/v1/auth/admin/email', { newEmail: 'eve@b\u00fccher.example' })
  expect(taken.json().error.message).toBe(
    'eve@b\u00fccher.example belongs to another account, which super admins see under Admins. Enter another address.',
  )
  await call('POST', '/v1/auth/admin/email', { newEmail: 'ada@b\u00fccher.example' })
  const { text } = await mailTo(testApp, 'email-change-requested', ascii)
  expect(text).toContain('ada@b\u00fccher.example. The change')
  await mailTo(testApp, 'email-change', 'ada@xn--bcher-kva.example')
})

test('[email-address-3] a command accepts both forms as the same address', async () => {
  const { context } = await buildTestApp()
  const create = (email: string) => createAdminCommand.run(context, ['--email', email, '--invite'])
  expect(await create(unicode)).toContain(ascii)
  await create(ascii)
  expect(await context.db.selectFrom('invitations').select('email').execute()).toEqual([{ email: ascii }])
})
