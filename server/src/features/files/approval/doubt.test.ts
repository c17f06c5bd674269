import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import { keptMails } from '../../../../testing/mail/mails.ts'
import { approve, submitPrompt, startFilesApp } from '../../../../testing/files/files-app.ts'

const dayMs = 86_400_000

/** An uploader and another admin, and what is known about an approval by the latter. */
async function withTwo() {
  const app = await startFilesApp({ PUBLISHING: 'two' })
  const { session, testApp, context } = app
  const other = await signedIn(testApp, { fullName: 'Bo Second' })
  async function approveNow() {
    const staged = await submitPrompt(app, session, 'Be kind.')
    expect((await approve(other, staged)).statusCode).toBe(200)
    const [version] = (await session.call('GET', staged.url.replace('/1', ''))).json().data
    const [entry] = await context.db
      .selectFrom('auditEvents')
      .select('action')
      .where('action', 'in', ['files.approve', 'files.approve_doubted'])
      .execute()
    const mails = (await keptMails(testApp)).filter(({ subject }) => subject.startsWith('Check who approved'))
    return { doubt: version.decisions[0].doubt, action: entry?.action, mailedTo: mails.map(({ to }) => to) }
  }
  return { app, other, approveNow }
}

test('an approval by an admin who has no connection with the uploader is not marked', async () => {
  const { approveNow } = await withTwo()
  expect(await approveNow()).toEqual({ doubt: null, action: 'files.approve', mailedTo: [] })
})

test.each(['uploader', 'approver'])(
  'an approval is marked and emailed if the %s has invited the other',
  async (who) => {
    const { app, other, approveNow } = await withTwo()
    const { admin } = app.session
    const [inviter, invited] = who === 'uploader' ? [admin, other.admin] : [other.admin, admin]
    const joined = { inviterId: inviter.id, joinedAtMs: app.context.now() - 29 * dayMs }
    await app.context.db.updateTable('admins').set(joined).where('id', '=', invited.id).execute()
    expect(await approveNow()).toEqual({ doubt: 'invited', action: 'files.approve_doubted', mailedTo: [admin.email] })
  },
)

test('an invitation that was accepted 30 days ago does not mark an approval', async () => {
  const { app, other, approveNow } = await withTwo()
  const joined = { inviterId: app.session.admin.id, joinedAtMs: app.context.now() - 30 * dayMs }
  await app.context.db.updateTable('admins').set(joined).where('id', '=', other.admin.id).execute()
  expect((await approveNow()).doubt).toBeNull()
})

test('an approval is marked in a browser in which the uploader has signed in, too', async () => {
  const { app, other, approveNow } = await withTwo()
  const { db, now } = app.context
  const { deviceHash } = await db
    .selectFrom('sessions')
    .select('deviceHash')
    .where('adminId', '=', other.admin.id)
    .executeTakeFirstOrThrow()
  const device = { tokenHash: deviceHash, adminId: app.session.admin.id, lastUsedAtMs: now(), trustedUntilMs: 0 }
  await db.insertInto('knownDevices').values(device).execute()
  expect(await approveNow()).toMatchObject({ doubt: 'browser', action: 'files.approve_doubted' })
})

test('an invitation records who created its link, and the account records who invited it', async () => {
  const { app } = await withTwo()
  const { session, context, testApp } = app
  const invited = { users: [{ email: 'new@example.org' }], role: 'admin' }
  expect((await session.call('POST', '/v1/admin-invites', invited)).statusCode).toBe(200)
  const mail = (await keptMails(testApp)).find(({ to }) => to === 'new@example.org')
  const token = /invites\?id=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const profile = { inviteId: token, fullName: 'New Person', password: 'Correct-horse-battery-9' }
  const accepted = await testApp.app.inject({ method: 'POST', url: '/v1/admin-invites/accept', body: profile })
  expect(accepted.statusCode).toBe(200)
  const account = await context.db
    .selectFrom('admins')
    .select('inviterId')
    .where('emailKey', '=', 'new@example.org')
    .executeTakeFirst()
  expect(account).toEqual({ inviterId: session.admin.id })
})

test('each approver gets at most three emails per hour about one uploader’s versions, however many there are', async () => {
  const { app, other } = await withTwo()
  for (let index = 0; index < 5; index += 1) await submitPrompt(app, app.session, `Prompt ${index}.`)
  const mails = (await keptMails(app.testApp)).filter(({ to }) => to === other.admin.email)
  expect(mails).toHaveLength(3)
})
