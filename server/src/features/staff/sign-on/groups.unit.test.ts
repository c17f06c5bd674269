import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin } from '../../../../testing/factories.ts'
import { startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { checkSignOnSessions } from './check-sign-on-sessions.ts'

const bothGroups = { OIDC_SUPER_ADMIN_GROUP: 'chiefs', OIDC_ADMIN_GROUP: 'staff' }
type StaffRole = 'admin' | 'super_admin'

/** Signs in Ada, who is in these groups. @returns her new role, or why she is not let in */
async function signInWith(
  settings: Record<string, string>,
  { groups, role, isLast = false }: { groups: unknown; role: StaffRole; isLast?: boolean },
) {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, settings))
  await createAdmin(testApp, { email: 'ada@example.org', role })
  if (!isLast) await createAdmin(testApp, { role: 'super_admin' })
  provider.person = { ...provider.person, groups }
  const browser = new TestBrowser(testApp)
  const { data, error } = (await browser.finish(provider.visit(await browser.begin()))).json()
  const rows = await testApp.context.db.selectFrom('auditEvents').select('action').execute()
  const isOnRecord = rows.some(({ action }) => action === 'admin.change_role')
  expect(isOnRecord).toBe(data !== undefined && data.user.role !== role)
  return data ? data.user.role : error.message
}

const none = 'None of your groups at Clinic Login has access to this console.'
const unsaid = 'Clinic Login didn’t report which groups you are in. Contact a super admin.'

test.each<[string, Record<string, string>, Parameters<typeof signInWith>[1], string]>([
  ['roles are ours without settings', {}, { groups: ['chiefs'], role: 'admin' }, 'admin'],
  ['a group makes a super admin', bothGroups, { groups: ['staff', 'chiefs'], role: 'admin' }, 'super_admin'],
  ['a group that was left takes it back', bothGroups, { groups: ['staff'], role: 'super_admin' }, 'admin'],
  [
    'the last super admin stays one',
    bothGroups,
    { groups: ['staff'], role: 'super_admin', isLast: true },
    'super_admin',
  ],
  [
    'emergency access stays',
    { ...bothGroups, OIDC_EMERGENCY_ADMINS: 'Ada@example.org' },
    { groups: ['staff'], role: 'super_admin' },
    'super_admin',
  ],
  ['no group, no access', bothGroups, { groups: ['cleaners'], role: 'admin' }, none],
  ['groups that are not said are none', bothGroups, { groups: undefined, role: 'super_admin' }, unsaid],
  ['a single group may be said as a text', bothGroups, { groups: 'chiefs', role: 'admin' }, 'super_admin'],
  ['a text with several groups is the name of one', bothGroups, { groups: 'staff; chiefs', role: 'admin' }, none],
  ['groups that are no list are none', bothGroups, { groups: { staff: true }, role: 'admin' }, unsaid],
  ['only the super admin group', { OIDC_SUPER_ADMIN_GROUP: 'chiefs' }, { groups: [], role: 'super_admin' }, 'admin'],
  ['only the admin group', { OIDC_ADMIN_GROUP: 'staff' }, { groups: ['staff'], role: 'super_admin' }, 'super_admin'],
])('groups determine the role: %s', async (_name, settings, person, expected) => {
  expect(await signInWith(settings, person)).toBe(expected)
})

test('an admin who leaves the groups, or becomes another user, loses access at the next check', async () => {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, bothGroups))
  await createAdmin(testApp, { email: 'ada@example.org', role: 'admin' })
  const ada = { ...provider.person, groups: ['staff'] }
  const log = { warn: () => undefined } as never
  const statuses = []
  for (const later of [ada, { ...ada, groups: undefined }, { ...ada, groups: ['others'] }, { ...ada, sub: 'eve' }]) {
    provider.person = ada
    const browser = new TestBrowser(testApp)
    expect((await browser.finish(provider.visit(await browser.begin()))).statusCode).toBe(200)
    provider.person = later
    testApp.advance(5 * 60_000)
    await checkSignOnSessions(testApp.context, log)
    statuses.push((await browser.me()).statusCode)
    await browser.call('POST', '/v1/auth/admin/logout')
  }
  expect(statuses).toEqual([200, 401, 401, 401])
})

test('groups that only the user-info URL returns are fetched there, at the sign-in and at each check', async () => {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, bothGroups))
  await createAdmin(testApp, { email: 'ada@example.org', role: 'admin' })
  const warnings: string[] = []
  const log = { warn: ({ err }: { err: Error }) => warnings.push(err.message) } as never
  const infoOf = (groups: string[], sub = 'ada') => ({ sub, groups })
  const statuses = []
  for (const later of [infoOf(['staff']), infoOf(['others'], 'eve'), undefined, infoOf(['others'])]) {
    provider.userInfo = infoOf(['staff'])
    const browser = new TestBrowser(testApp)
    expect((await browser.finish(provider.visit(await browser.begin()))).statusCode).toBe(200)
    provider.userInfo = later
    testApp.advance(5 * 60_000)
    await checkSignOnSessions(testApp.context, log)
    statuses.push((await browser.me()).statusCode)
    await browser.call('POST', '/v1/auth/admin/logout')
  }
  // Claims about another user, or missing ones, say nothing about the access, and are asked for again.
  expect(statuses).toEqual([200, 200, 200, 401])
  expect(warnings.length).toBe(2)
})
