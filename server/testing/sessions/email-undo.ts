import { expect } from 'vitest'
import type { TestApp } from '../build-app.ts'
import type { Session } from '../factories.ts'
import { callElsewhere } from './elsewhere.ts'

const auth = '/v1/auth/admin'
const newPassword = 'Copper-lantern-9'

/**
 * The secret of the link in the newest email of a kind, read from the outbox, because delivering many emails takes
 * long.
 */
async function linkTo({ context: { db } }: TestApp, kind: string, recipient: string): Promise<string> {
  const mails = db.selectFrom('outbox').select('content').where('kind', '=', kind).where('recipient', '=', recipient)
  const { content } = await mails.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const secret = /\?id=([\w-]+)/.exec(content ?? '')?.[1]
  if (secret === undefined) throw new Error(`no link in: ${content}`)
  return secret
}

export async function requestEmail({ call }: Session, newEmail: string): Promise<void> {
  expect((await call('POST', `${auth}/email`, { newEmail })).statusCode).toBe(204)
}

export async function confirmEmail(testApp: TestApp, { cookies }: Session, newEmail: string): Promise<void> {
  const body = { id: await linkTo(testApp, 'email-change', newEmail) }
  const { statusCode } = await testApp.app.inject({ method: 'PATCH', url: `${auth}/email`, body, cookies })
  expect(statusCode).toBe(204)
}

/** Uses one browser, which stays signed in. */
export async function changeEmail(testApp: TestApp, session: Session, newEmail: string): Promise<void> {
  await requestEmail(session, newEmail)
  await confirmEmail(testApp, session, newEmail)
}

/** Uses the link to the previous email address, and sets the password that the next email to that address requests. */
export async function undoEmailChange(testApp: TestApp, email: string): Promise<void> {
  const call = (method: 'POST' | 'PATCH', url: string, body: object) =>
    testApp.app.inject({ method, url: `${auth}${url}`, body })
  const id = await linkTo(testApp, 'email-changed', email)
  expect((await call('POST', '/email/undo', { id })).statusCode).toBe(204)
  const recovery = { id: await linkTo(testApp, 'password-reset', email), password: newPassword }
  expect((await call('PATCH', '/forgot-password', recovery)).statusCode).toBe(204)
}

/** Signs in with the password that was set after the undo. */
export const signInAfterUndo = (testApp: TestApp, email: string, more: object = {}) =>
  callElsewhere(testApp, '/login', { email, password: newPassword, ...more })
