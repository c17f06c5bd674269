import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin } from '../../../../testing/factories.ts'
import { type FakeProvider, type Misbehaviour, startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../../testing/sign-on/test-browser.ts'
import { checkSignOnSessions } from './check-sign-on-sessions.ts'

const minuteMs = 60_000
const bothGroups = { OIDC_SUPER_ADMIN_GROUP: 'chiefs', OIDC_ADMIN_GROUP: 'staff' }
const json =
  (body: object | string, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Signs in Ada, who is in both groups. */
async function signInAda({
  settings = bothGroups,
  from = 'token',
}: { settings?: Record<string, string>; from?: string } = {}) {
  const provider = await startFakeProvider()
  const testApp = await buildTestApp(signOnSettings(provider.issuer, settings))
  testApp.freeze()
  const { id } = await createAdmin(testApp, { email: 'ada@example.org', role: 'super_admin' })
  await createAdmin(testApp, { role: 'super_admin' })
  const groups = ['staff', 'chiefs']
  if (from === 'token') provider.person = { ...provider.person, groups }
  else provider.userInfo = { sub: 'ada', groups }
  const browser = new TestBrowser(testApp)
  expect((await browser.finish(provider.visit(await browser.begin()))).statusCode).toBe(200)
  const warnings: string[] = []
  const log = { warn: (_details: object, text: string) => warnings.push(text) } as never
  return {
    provider,
    warnings,
    /** Lets time pass with a check every minute. @returns the status and role after each 5 minutes */
    async pass(minutes: number) {
      const states: [number, string | undefined][] = []
      for (let n = 1; n <= minutes; n += 1) {
        testApp.advance(minuteMs)
        await checkSignOnSessions(testApp.context, log).catch(() => undefined)
        const me = await browser.me()
        if (n % 5 === 0) states.push([me.statusCode, me.json().data?.user.role])
      }
      return states
    },
    events: () =>
      testApp.context.db
        .selectFrom('auditEvents')
        .select(['action', 'reason', 'subjects'])
        .where('actorId', 'is', null)
        .where('action', 'in', ['session.sign_on_end', 'admin.change_role'])
        .orderBy('sequence')
        .execute(),
    id,
  }
}

type Change = (provider: FakeProvider) => void
const misbehave =
  (misbehaves: Misbehaviour): Change =>
  (provider) =>
    void (provider.misbehaves = misbehaves)
const inGroups =
  (groups: unknown): Change =>
  (provider) =>
    void (provider.person = { ...provider.person, groups })
const known: [number, string] = [200, 'super_admin']
const out: [number, undefined] = [401, undefined]
const silent = 'groups_not_sent'
const unclear = 'access_unclear'

test.each<[string, string, Change, string | null]>([
  ['an identity token without groups', 'token', inGroups(undefined), silent],
  ['groups that are null', 'token', inGroups(null), null],
  ['no groups', 'token', inGroups([]), null],
  ['groups that are not a list', 'token', inGroups({ staff: true }), null],
  ['user-info without groups', 'user_info', (provider) => void (provider.userInfo = { sub: 'ada' }), silent],
  ['user-info with null', 'user_info', (provider) => void (provider.userInfo = { sub: 'ada', groups: null }), null],
  ['a rejected refresh token', 'token', misbehave({ token: json({ error: 'invalid_grant' }, 400) }), null],
])('an admin who is removed at the provider is out at the next check: %s', async (_name, from, change, reason) => {
  const { provider, pass, events, warnings } = await signInAda({ from })
  expect(await pass(5)).toEqual([known])
  change(provider)
  expect(await pass(5)).toEqual([out])
  expect(await events()).toMatchObject([{ action: 'session.sign_on_end', reason }])
  expect(warnings.some((text) => text.includes('did not send the groups again'))).toBe(reason === silent)
})

test.each<[string, string, Change]>([
  ['user-info that rejects the token', 'user_info', misbehave({ userInfo: json({}, 403) })],
  [
    'user-info about another user',
    'user_info',
    (provider) => void (provider.userInfo = { sub: 'eve', groups: ['staff'] }),
  ],
  ['no user-info URL any longer', 'user_info', (provider) => void (provider.userInfo = undefined)],
  [
    'a disabled account, with a code of its own',
    'token',
    misbehave({ token: json({ error: 'account_disabled' }, 401) }),
  ],
  ['200 with an error', 'token', misbehave({ token: json({ error: 'invalid_grant' }) })],
  ['a token with a foreign signature', 'token', misbehave({ foreignKey: true })],
  ['no identity token', 'token', misbehave({ noIdentity: true })],
  ['a page instead of the provider', 'token', misbehave({ everything: json('<p>Welcome</p>') })],
  ['a wrong client secret', 'token', misbehave({ token: json({ error: 'invalid_client' }, 401) })],
])(
  'a response that neither confirms nor denies the access ends it within 15 minutes: %s',
  async (_name, from, change) => {
    const { provider, pass, events } = await signInAda({ from })
    expect(await pass(5)).toEqual([known])
    change(provider)
    expect(await pass(15)).toEqual([known, known, out])
    expect(await events()).toMatchObject([{ action: 'session.sign_on_end', reason: unclear }])
  },
)

test('responses that neither confirm nor deny the access for a few minutes end no session', async () => {
  const { provider, pass, events } = await signInAda()
  for (let n = 0; n < 3; n += 1) {
    provider.misbehaves = { token: json({ error: 'account_disabled' }, 401) }
    expect(await pass(5)).toEqual([known])
    provider.misbehaves = {}
    expect(await pass(10)).toEqual([known, known])
  }
  expect(await events()).toEqual([])
})

test.each<[string, string, Change]>([
  ['a broken server', 'token', misbehave({ token: json({}, 502) })],
  ['too many requests', 'token', misbehave({ token: json({}, 429) })],
  ['broken user-info', 'user_info', misbehave({ userInfo: json({}, 503) })],
  ['a connection that breaks off', 'token', misbehave({ everything: (response) => void response.destroy() })],
])('a provider that is away ends no session: %s', async (_name, from, change) => {
  const { provider, pass, events } = await signInAda({ from })
  change(provider)
  expect(await pass(30)).toEqual(Array(6).fill(known))
  expect(await events()).toEqual([])
})

test('without settings for groups, a provider that sends none confirms the access', async () => {
  const { provider, pass } = await signInAda({ settings: {} })
  inGroups(undefined)(provider)
  expect(await pass(20)).toEqual(Array(4).fill(known))
})

test('a lower role takes effect at the check, a higher one at the next sign-in', async () => {
  const { provider, pass, events, id } = await signInAda()
  inGroups(['staff'])(provider)
  expect(await pass(5)).toEqual([[200, 'admin']])
  inGroups(['staff', 'chiefs'])(provider)
  expect(await pass(5)).toEqual([[200, 'admin']])
  expect(await events()).toEqual([
    { action: 'admin.change_role', reason: null, subjects: JSON.stringify([`admin:${id}`]) },
  ])
})

test('without an admin group, a super admin whose groups are missing becomes an admin', async () => {
  const { provider, pass, events } = await signInAda({ settings: { OIDC_SUPER_ADMIN_GROUP: 'chiefs' } })
  inGroups(undefined)(provider)
  expect(await pass(5)).toEqual([[200, 'admin']])
  expect(await events()).toMatchObject([{ action: 'admin.change_role', reason: silent }])
})

test('groups that move from the identity token to user-info are still found', async () => {
  const { provider, pass } = await signInAda({ from: 'user_info' })
  provider.userInfo = undefined
  inGroups(['staff', 'chiefs'])(provider)
  expect(await pass(20)).toEqual(Array(4).fill(known))
})

test(
  'a refresh token that came with an incomplete answer is used for the next check',
  { tags: 'postgres' },
  async () => {
    const { provider, pass } = await signInAda({ from: 'user-info' })
    provider.misbehaves = { refreshToken: 'a-second-token', userInfo: json({}, 503) }
    expect(await pass(10)).toEqual([known, known])
    expect(provider.credentials.body.get('refresh_token')).toBe('a-second-token')
  },
)
