import { createAdmin, signedIn, testPassword } from '../factories.ts'
import { mailTo, secretIn } from '../mail/mails.ts'
import { freshEmail, type SampleCalls, type World } from './sample-call.ts'

const newPassword = 'Another-horse-8'

export const staffCalls: SampleCalls = {
  'GET /v1/first-steps': async ({ boss }) => ({ url: '/v1/first-steps', cookies: boss.cookies }),
  'POST /v1/auth/admin/login': async ({ testApp }) => {
    const { email } = await createAdmin(testApp, { email: freshEmail() })
    return { url: '/v1/auth/admin/login', body: { email, password: testPassword } }
  },
  'POST /v1/auth/admin/logout': async ({ testApp }) => {
    const { cookies } = await signedIn(testApp, { email: freshEmail() })
    return { url: '/v1/auth/admin/logout', cookies }
  },
  'PATCH /v1/auth/admin/password': async ({ testApp }) => {
    const { cookies } = await signedIn(testApp, { email: freshEmail() })
    return { url: '/v1/auth/admin/password', cookies, body: { oldPassword: testPassword, newPassword } }
  },
  'POST /v1/auth/admin/forgot-password': async ({ testApp }) => {
    const { email } = await createAdmin(testApp, { email: freshEmail() })
    return { url: '/v1/auth/admin/forgot-password', body: { email } }
  },
  'PATCH /v1/auth/admin/forgot-password': async (world) => ({
    url: '/v1/auth/admin/forgot-password',
    body: { id: await recoverySecret(world), password: newPassword },
  }),
  'GET /v1/auth/admin/forgot-password/:token': async (world) => ({
    url: `/v1/auth/admin/forgot-password/${await recoverySecret(world)}`,
  }),
  'POST /v1/auth/admin/email': async ({ testApp }) => {
    const { cookies } = await signedIn(testApp, { email: freshEmail() })
    return { url: '/v1/auth/admin/email', cookies, body: { newEmail: freshEmail() } }
  },
  'GET /v1/auth/admin/email': async ({ boss }) => ({ url: '/v1/auth/admin/email', cookies: boss.cookies }),
  'DELETE /v1/auth/admin/email': async ({ testApp }) => {
    const { cookies, call } = await signedIn(testApp, { email: freshEmail() })
    await call('POST', '/v1/auth/admin/email', { newEmail: freshEmail() })
    return { url: '/v1/auth/admin/email', cookies }
  },
  'PATCH /v1/auth/admin/email': async ({ testApp }) => {
    const { call } = await signedIn(testApp, { email: freshEmail() })
    const newEmail = freshEmail()
    await call('POST', '/v1/auth/admin/email', { newEmail })
    return { url: '/v1/auth/admin/email', body: { id: secretIn(await mailTo(testApp, 'email-change', newEmail)) } }
  },
  'GET /v1/auth/admin/email/undo/:id': async (world) => ({
    url: `/v1/auth/admin/email/undo/${await undoSecret(world)}`,
  }),
  'POST /v1/auth/admin/email/undo': async (world) => ({
    url: '/v1/auth/admin/email/undo',
    body: { id: await undoSecret(world) },
  }),
  'POST /v1/auth/admin/confirm': async ({ testApp }) => {
    const { cookies } = await signedIn(testApp, { email: freshEmail() })
    return { url: '/v1/auth/admin/confirm', cookies, body: { password: testPassword } }
  },
  'GET /v1/auth/admin/me': async ({ boss }) => ({ url: '/v1/auth/admin/me', cookies: boss.cookies }),
  'GET /v1/auth/admin/sessions': async ({ boss }) => ({ url: '/v1/auth/admin/sessions', cookies: boss.cookies }),
  'DELETE /v1/auth/admin/sessions': async ({ testApp }) => {
    const { cookies } = await signedInTwice(testApp)
    return { url: '/v1/auth/admin/sessions', cookies }
  },
  'DELETE /v1/auth/admin/sessions/:sessionId': async ({ testApp }) => {
    const { cookies, otherSessionId } = await signedInTwice(testApp)
    return { url: `/v1/auth/admin/sessions/${otherSessionId}`, cookies }
  },
  'GET /v1/admins/:id/sessions': async ({ boss }) => ({
    url: `/v1/admins/${boss.admin.id}/sessions`,
    cookies: boss.cookies,
  }),
  'DELETE /v1/admins/:id/sessions': async ({ testApp, boss }) => {
    const { admin } = await signedIn(testApp, { email: freshEmail() })
    return { url: `/v1/admins/${admin.id}/sessions`, cookies: boss.cookies }
  },
  'DELETE /v1/admins/:id/sessions/:sessionId': async ({ testApp, boss }) => {
    const { admin, otherSessionId } = await signedInTwice(testApp)
    return { url: `/v1/admins/${admin.id}/sessions/${otherSessionId}`, cookies: boss.cookies }
  },
  'GET /v1/admins': async ({ boss }) => ({ url: '/v1/admins', cookies: boss.cookies }),
  'PATCH /v1/admins/me': async ({ boss }) => ({
    url: '/v1/admins/me',
    cookies: boss.cookies,
    body: { fullName: freshEmail() },
  }),
  'POST /v1/admins/access/revoke': async ({ testApp, boss }) => {
    const { admin } = await signedIn(testApp, { email: freshEmail() })
    return { url: '/v1/admins/access/revoke', cookies: boss.cookies, body: { userIds: [admin.id] } }
  },
  'POST /v1/admin-invites': async ({ boss }) => ({
    url: '/v1/admin-invites',
    cookies: boss.cookies,
    body: { users: [{ email: freshEmail() }, { email: freshEmail() }] },
  }),
  'GET /v1/admin-invites': async ({ boss }) => ({ url: '/v1/admin-invites', cookies: boss.cookies }),
  'GET /v1/admin-invites/:id': async (world) => ({ url: `/v1/admin-invites/${(await invited(world)).secret}` }),
  'DELETE /v1/admin-invites/:id': async (world) => ({
    url: `/v1/admin-invites/${(await invited(world)).id}`,
    cookies: world.boss.cookies,
  }),
  'POST /v1/admin-invites/accept': async (world) => ({
    url: '/v1/admin-invites/accept',
    body: { inviteId: (await invited(world)).secret, fullName: 'Grace Example', password: newPassword },
  }),
}

async function undoSecret({ testApp }: World): Promise<string> {
  const { admin, call } = await signedIn(testApp, { email: freshEmail() })
  const newEmail = freshEmail()
  await call('POST', '/v1/auth/admin/email', { newEmail })
  const id = secretIn(await mailTo(testApp, 'email-change', newEmail))
  await testApp.app.inject({ method: 'PATCH', url: '/v1/auth/admin/email', body: { id } })
  return secretIn(await mailTo(testApp, 'email-changed', admin.email))
}

async function recoverySecret({ testApp }: World): Promise<string> {
  const { email } = await createAdmin(testApp, { email: freshEmail() })
  await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/forgot-password', body: { email } })
  return secretIn(await mailTo(testApp, 'password-reset', email))
}

async function invited({ testApp, boss }: World): Promise<{ id: string; secret: string }> {
  const email = freshEmail()
  const answer = await boss.call('POST', '/v1/admin-invites', { users: [{ email }] })
  return { id: answer.json().data.results.success[0].id, secret: secretIn(await mailTo(testApp, 'invitation', email)) }
}

/** An admin with two sessions. */
async function signedInTwice(testApp: World['testApp']) {
  const person = await signedIn(testApp, { email: freshEmail() })
  const credentials = { email: person.admin.email, password: testPassword }
  await testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: credentials })
  const { sessions } = (await person.call('GET', '/v1/auth/admin/sessions')).json().data
  const other = sessions.find((session: { isCurrent: boolean }) => !session.isCurrent)
  return { ...person, otherSessionId: other.id as string }
}
