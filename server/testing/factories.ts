import { randomUUIDv7 } from 'node:crypto'
import { newToken } from '../src/core/crypto/token.ts'
import type { Role } from '@health-console/contract/staff/admins.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Context } from '../src/core/context.ts'
import { insertAdmin } from '../src/features/staff/admins/store.ts'
import { cookieName } from '../src/http/security/cookie-name.ts'
import { beginSession } from '../src/features/staff/sessions/begin-session.ts'
import type { TestApp } from './build-app.ts'

export const testPassword = 'Correct-horse-7'

let count = 0

// Hashing is slow on purpose.
const hashes = new Map<string, Promise<string>>()

function hashOf(context: Context, password: string): Promise<string> {
  const hash = hashes.get(password) ?? context.passwords.hash(password)
  hashes.set(password, hash)
  return hash
}

/** An admin who can sign in with `testPassword`. */
export async function createAdmin(
  { context }: TestApp,
  values: { role?: Role; email?: string; fullName?: string; password?: string; inviterId?: string } = {},
) {
  count += 1
  return insertAdmin(context.db, {
    email: values.email ?? `person${count}@example.org`,
    fullName: values.fullName ?? 'Ada Example',
    role: values.role ?? 'admin',
    passwordHash: await hashOf(context, values.password ?? testPassword),
    inviterId: values.inviterId ?? null,
    nowMs: context.now(),
  })
}

export type Session = {
  admin: Awaited<ReturnType<typeof createAdmin>>
  cookies: Record<string, string>
  /** Sends API requests with this admin's cookies. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<LightMyRequestResponse>
}

/** Creates an admin with a session, as after a sign-in. */
export async function signedIn(testApp: TestApp, values: Parameters<typeof createAdmin>[1] = {}): Promise<Session> {
  return sessionOf(testApp, await createAdmin(testApp, values))
}

/** Adds a session of an admin, as after a sign-in in another browser. */
export async function sessionOf(testApp: TestApp, admin: Session['admin']): Promise<Session> {
  const { db, config, now } = testApp.context
  const session = {
    id: randomUUIDv7(),
    token: newToken(),
    deviceToken: newToken(),
    previousToken: undefined,
    ended: [],
    createdAtMs: now(),
    expiresAtMs: now() + config.sessionMaxMs,
    address: '127.0.0.1',
    userAgent: '',
  }
  await db.transaction().execute((transaction) => beginSession(transaction, { config }, admin.id, session))
  const cookies = {
    [cookieName(config, 'session')]: session.token,
    [cookieName(config, 'device')]: session.deviceToken,
  }
  return { admin, cookies, call: (method, url, body) => testApp.app.inject(withBody({ method, url, cookies }, body)) }
}

function withBody(options: InjectOptions, body: unknown): InjectOptions {
  return body === undefined ? options : { ...options, body: body as NonNullable<InjectOptions['body']> }
}
