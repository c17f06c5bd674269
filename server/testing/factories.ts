import type { Role } from '@health-console/contract/admins.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { insertAdmin } from '../src/staff/admins/store.ts'
import type { TestApp } from './build-app.ts'

export const testPassword = 'Correct-horse-7'

let count = 0

/** An admin who can sign in with `testPassword`. */
export async function createAdmin(
  { context }: TestApp,
  given: { role?: Role; email?: string; fullName?: string; password?: string } = {},
) {
  count += 1
  return insertAdmin(context.db, {
    email: given.email ?? `person${count}@example.org`,
    fullName: given.fullName ?? 'Ada Example',
    role: given.role ?? 'admin',
    passwordHash: await context.passwords.hash(given.password ?? testPassword),
    nowMs: context.now(),
  })
}

export type Session = {
  admin: Awaited<ReturnType<typeof createAdmin>>
  cookies: Record<string, string>
  /** Calls the API with this person's cookies. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<LightMyRequestResponse>
}

/** Creates a person and signs them in. */
export async function signedIn(testApp: TestApp, given: Parameters<typeof createAdmin>[1] = {}): Promise<Session> {
  const admin = await createAdmin(testApp, given)
  const response = await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    body: { email: admin.email, password: given.password ?? testPassword },
  })
  if (response.statusCode !== 200) throw new Error(`sign-in answered ${response.statusCode}: ${response.body}`)
  const cookies = Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value]))
  return { admin, cookies, call: (method, url, body) => testApp.app.inject(withBody({ method, url, cookies }, body)) }
}

function withBody(options: InjectOptions, body: unknown): InjectOptions {
  return body === undefined ? options : { ...options, body: body as NonNullable<InjectOptions['body']> }
}
