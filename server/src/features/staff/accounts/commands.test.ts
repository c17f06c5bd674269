import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { secretIn } from '../../../../testing/mail/mails.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { byServer } from '../../../core/audit/entry.ts'
import { named } from '../../../../testing/audit-log.ts'
import { runConsole } from '../../../../testing/processes/run-console.ts'

const signIn = ({ app }: TestApp, email: string, password: string) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password } })

test('the first super admin gets a link that is printed, not emailed', async () => {
  const testApp = await buildTestApp()
  const { output } = await runConsole(testApp, ['create-admin', '--email', 'ada@example.org', '--role', 'super_admin'])
  expect(output).toContain(`${testApp.context.config.publicUrl}/invites?id=`)
  const accepted = await testApp.app.inject({
    method: 'POST',
    url: '/v1/admin-invites/accept',
    body: { inviteId: secretIn({ text: output }), fullName: 'Ada Lovelace', password: 'Copper-lantern-9' },
  })
  expect(accepted.json().data.user.role).toBe('super_admin')
  expect(await testApp.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  const again = await runConsole(testApp, ['create-admin', '--email', 'ADA@example.org'])
  expect(again).toEqual({ code: 1, output: 'ADA@example.org already has access.\n' })
})

test('an admin is created with a password from standard input, under the usual password rules', async () => {
  const testApp = await buildTestApp()
  const args = ['create-admin', '--email', 'ada@example.org', '--name', 'Ada Lovelace', '--password-stdin']
  const weak = await runConsole(testApp, args, 'Lovelace-22\n')
  expect(weak).toEqual({
    code: 1,
    output: 'The password is not strong enough: Your password can’t contain “Lovelace”, which is in your name.\n',
  })
  expect((await runConsole(testApp, args, 'Copper-lantern-9\n')).output).toBe('ada@example.org can sign in as admin.\n')
  expect((await signIn(testApp, 'ada@example.org', 'Copper-lantern-9')).statusCode).toBe(200)
})

test('reset-password prints a link that works once', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email: 'ada@example.org' })
  const { output } = await runConsole(testApp, ['reset-password', '--email', 'ada@example.org'])
  const body = { id: secretIn({ text: output }), password: 'Copper-lantern-9' }
  const reset = () => testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/forgot-password', body })
  expect((await reset()).statusCode).toBe(204)
  expect((await reset()).statusCode).toBe(404)
  expect((await signIn(testApp, 'ada@example.org', 'Copper-lantern-9')).statusCode).toBe(200)
  expect((await runConsole(testApp, ['reset-password', '--email', 'unknown@example.org'])).code).toBe(1)
})

test('revoke-admin removes a super admin, whose session ends immediately, but never the last one', async () => {
  const testApp = await buildTestApp()
  const first = await signedIn(testApp, { role: 'super_admin', email: 'first@example.org' })
  await createAdmin(testApp, { role: 'super_admin', email: 'second@example.org' })
  expect(await runConsole(testApp, ['revoke-admin', '--email', 'First@example.org'])).toEqual({
    code: 0,
    output: 'First@example.org no longer has access.\n',
  })
  expect((await first.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  expect((await signIn(testApp, 'first@example.org', testPassword)).statusCode).toBe(401)
  const { db } = testApp.context
  const row = db.selectFrom('auditEvents').selectAll().where('action', '=', 'admin.revoke')
  expect(await row.executeTakeFirst()).toMatchObject({
    actorId: null,
    operator: userInfo().username,
    subjects: named(`admin:${first.admin.id}`),
  })
  const { id, email, fullName } = first.admin
  const former = await db.selectFrom('formerAdmins').selectAll().execute()
  expect(former).toEqual([{ id, email, fullName, role: 'super_admin', leftAtMs: expect.any(Number) }])
  const last = await runConsole(testApp, ['revoke-admin', '--email', 'second@example.org'])
  expect(last.code).toBe(1)
  expect(last.output).toContain('the last super admin')
  expect((await signIn(testApp, 'second@example.org', testPassword)).statusCode).toBe(200)
})

test('[admins-11] after two concurrent removals one super admin is left', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  for (const email of ['first@example.org', 'second@example.org'])
    await createAdmin(testApp, { role: 'super_admin', email })
  const results = await Promise.all([
    runConsole(testApp, ['revoke-admin', '--email', 'first@example.org']),
    runConsole(testApp, ['revoke-admin', '--email', 'second@example.org']),
  ])
  expect(results.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('list-admins shows who has access, with second factor and last sign-in, and who is invited, but no secret', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org', fullName: 'Grace Hopper' })
  await setSecondFactor(testApp, boss)
  testApp.advance(1_000)
  await createAdmin(testApp, { email: 'idle@example.org', fullName: 'Idle Admin' })
  testApp.advance(1_000)
  const gone = await createAdmin(testApp, { email: 'gone@example.org', fullName: 'Gone Home' })
  const signedInAtMs = testApp.context.now()
  // Without an open session, the only source is the audit log.
  await testApp.context.audit.write([
    { ...byServer, actorId: gone.id, action: 'session.sign_on', subjects: [] },
    { ...byServer, actorId: gone.id, action: 'session.sign_in', subjects: [], outcome: 'failed' },
  ])
  await createAdmin(testApp, { role: 'user', email: 'former@example.org' })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] })

  const { output } = await runConsole(testApp, ['list-admins'])
  const time = String.raw`\d+ \w+ \d{4}, \d\d:\d\d UTC`
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^Email {13}Role {9}Second factor {2}Last sign-in {2,}Name$/),
    expect.stringMatching(RegExp(`^boss@example.org  super_admin  app            ${time}  +Grace Hopper$`)),
    expect.stringMatching(/^idle@example\.org {2}admin {8}none {11}never {2,}Idle Admin$/),
    expect.stringMatching(RegExp(`^gone@example.org  admin        none           ${time}  +Gone Home$`)),
    expect.stringMatching(RegExp(`^new@example.org   admin        invited until ${time}$`)),
    '',
  ])

  const json = JSON.parse((await runConsole(testApp, ['list-admins', '--json'])).output)
  expect(json).toEqual({
    admins: [
      {
        email: 'boss@example.org',
        role: 'super_admin',
        fullName: 'Grace Hopper',
        secondFactors: ['app'],
        lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { email: 'idle@example.org', role: 'admin', fullName: 'Idle Admin', secondFactors: [], lastSignInAt: null },
      {
        email: 'gone@example.org',
        role: 'admin',
        fullName: 'Gone Home',
        secondFactors: [],
        lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
    invitations: [
      {
        email: 'new@example.org',
        role: 'admin',
        expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
        isExpired: false,
      },
    ],
  })
  expect(Date.parse(json.admins[2].lastSignInAt)).toBeGreaterThanOrEqual(signedInAtMs)
})
