import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { createAdmin, type Session, signedIn } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'

const invites = '/v1/admin-invites'
const password = 'Copper-lantern-9'
const many = 50

const accept = ({ app }: TestApp, inviteId: string) =>
  app.inject({ method: 'POST', url: `${invites}/accept`, body: { inviteId, fullName: 'Zoë Ångström', password } })
const invite = (by: Session, email: string, more: object = {}) =>
  by.call('POST', invites, { users: [{ email }], ...more })

/** How often each status was returned. */
async function countStatuses(answers: PromiseLike<{ statusCode: number }>[]) {
  const counts: Record<number, number> = {}
  for (const { statusCode } of await Promise.all(answers)) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}
const times = <T>(count: number, work: (n: number) => T) => Array.from({ length: count }, (_, n) => work(n))

async function withBoss() {
  const testApp = await buildTestApp()
  return { testApp, boss: await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' }) }
}

test('of fifty concurrent uses of one invitation link one succeeds', async () => {
  const { testApp, boss } = await withBoss()
  await invite(boss, 'new@example.org')
  const secret = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  expect(await countStatuses(times(many, () => accept(testApp, secret)))).toEqual({ 200: 1, 404: many - 1 })
  expect((await boss.call('GET', '/v1/admins')).json().data.admins).toHaveLength(2)
})

test('accepting, deleting and resending an invitation at once end in one state', async () => {
  const { testApp, boss } = await withBoss()
  for (let round = 0; round < faultRounds * 10; round += 1) {
    const email = `person${round}@example.org`
    const { id } = (await invite(boss, email)).json().data.results.success[0]
    const secret = secretIn(await mailTo(testApp, 'invitation', email))
    const status: Record<string, number> = {}
    const calls = [
      async () => (status['accepted'] = (await accept(testApp, secret)).statusCode),
      async () => (status['deleted'] = (await boss.call('DELETE', `${invites}/${id}`)).statusCode),
      async () => (status['resent'] = (await invite(boss, email, { resend: true })).statusCode),
    ]
    // Another action starts first each time.
    const first = round % 3
    await Promise.all([...calls.slice(first), ...calls.slice(0, first)].map((call) => call()))
    const { accepted, deleted, resent } = status
    expect([200, 404]).toContain(resent)
    expect(new Set([accepted, deleted])).toEqual(new Set([200, 404]))

    const isAdmin = (await boss.call('GET', '/v1/admins'))
      .json()
      .data.admins.some((each: { email: string }) => each.email === email)
    expect(isAdmin).toBe(accepted === 200)
    expect((await boss.call('GET', invites)).json().data).toEqual([])
  }
})

test('concurrent invitations of one email address create one invitation, renewed within the hourly limit, whose last link works', async () => {
  const { testApp, boss } = await withBoss()
  expect(await countStatuses(times(10, () => invite(boss, 'new@example.org')))).toEqual({ 200: 3, 429: 7 })
  expect((await boss.call('GET', invites)).json().data).toHaveLength(1)
  const mails = await keptMails(testApp)
  expect(mails).toHaveLength(1)
  expect((await accept(testApp, secretIn(mails[0] ?? { text: '' }))).statusCode).toBe(200)
})

test('of many concurrent deletions of one invitation one succeeds', async () => {
  const { boss } = await withBoss()
  const { id } = (await invite(boss, 'new@example.org')).json().data.results.success[0]
  expect(await countStatuses(times(10, () => boss.call('DELETE', `${invites}/${id}`)))).toEqual({ 200: 1, 404: 9 })
})

test('of two concurrent revocations of one admin one succeeds, and overlapping lists are never half revoked', async () => {
  const { testApp, boss } = await withBoss()
  const second = await signedIn(testApp, { role: 'super_admin' })
  const [a, b, c] = [await createAdmin(testApp), await createAdmin(testApp), await createAdmin(testApp)]
  const revoke = (by: Session, userIds: string[]) => by.call('POST', '/v1/admins/access/revoke', { userIds })
  expect(await countStatuses([revoke(boss, [a.id, b.id]), revoke(second, [b.id, c.id])])).toEqual({ 204: 1, 404: 1 })
  expect((await boss.call('GET', '/v1/admins')).json().data.admins).toHaveLength(3)
})

test('of two concurrent changes to one email address one is made', async () => {
  const { testApp } = await withBoss()
  for (let round = 0; round < 8; round += 1) {
    const people = [await signedIn(testApp), await signedIn(testApp)]
    const secrets: string[] = []
    for (const person of people) {
      await person.call('POST', '/v1/auth/admin/email', { newEmail: `wanted${round}@example.org` })
      secrets.push(secretIn(await mailTo(testApp, 'email-change', `wanted${round}@example.org`)))
    }
    const confirm = (id: string) => testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: { id } })
    expect(await countStatuses(secrets.map(confirm))).toEqual({ 204: 1, 404: 1 })
    const owners = await testApp.context.db
      .selectFrom('admins')
      .select('id')
      .where('emailKey', '=', `wanted${round}@example.org`)
      .execute()
    expect(owners).toHaveLength(1)
  }
})

test('of fifty concurrent uses of one recovery link or one email link one succeeds', async () => {
  const { testApp } = await withBoss()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  await ada.call('POST', '/v1/auth/admin/email', { newEmail: 'new@example.org' })
  const change = { id: secretIn(await mailTo(testApp, 'email-change', 'new@example.org')) }
  const confirm = () => testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: change })
  expect(await countStatuses(times(many, confirm))).toEqual({ 204: 1, 404: many - 1 })

  const url = '/v1/auth/admin/forgot-password'
  await testApp.app.inject({ method: 'POST', url, body: { email: 'new@example.org' } })
  const body = { id: secretIn(await mailTo(testApp, 'password-reset', 'new@example.org')), password }
  expect(await countStatuses(times(many, () => testApp.app.inject({ method: 'PATCH', url, body })))).toEqual({
    204: 1,
    404: many - 1,
  })
})

test('concurrent requests for a link stay within the hourly limit of emails', async () => {
  const { testApp } = await withBoss()
  const request = () =>
    testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/forgot-password', body: { email: 'boss@example.org' } })
  expect(await countStatuses(times(20, request))).toEqual({ 204: 20 })
  expect(await testApp.context.db.selectFrom('recoveryRequests').selectAll().execute()).toHaveLength(3)
})

test('an email address that is invited and used in an email change at the same time belongs to one account', async () => {
  const { testApp, boss } = await withBoss()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  await invite(boss, 'new@example.org')
  const invitation = secretIn(await mailTo(testApp, 'invitation', 'new@example.org'))
  await ada.call('POST', '/v1/auth/admin/email', { newEmail: 'new@example.org' })
  const id = secretIn(await mailTo(testApp, 'email-change', 'new@example.org'))
  const answers = await Promise.all([
    accept(testApp, invitation),
    testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: { id } }),
  ])
  expect(answers.filter((answer) => answer.statusCode < 300)).toHaveLength(1)
  expect((await boss.call('GET', invites)).json().data).toEqual([])
})
