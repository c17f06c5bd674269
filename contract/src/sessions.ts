import * as z from 'zod/mini'
import { Admin } from './admins.ts'
import { endpoint } from './endpoint.ts'
import { Email, GivenPassword } from './text.ts'

export const Credentials = z.strictObject({
  email: Email,
  password: GivenPassword,
})
export type Credentials = z.infer<typeof Credentials>

/** The lifetime of the session: without activity, and in total. */
export const SessionLimits = z.object({ idleSeconds: z.number(), expiresAt: z.string() })
export type SessionLimits = z.infer<typeof SessionLimits>

/** The signed-in admin, and the lifetime of the session. */
export const SignedIn = z.object({ data: z.object({ user: Admin, session: SessionLimits }) })

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/auth/admin/login',
  summary: 'Sign in; sets the session cookie',
  body: Credentials,
  response: SignedIn,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/v1/auth/admin/logout',
  summary: 'End the session of the cookie; answers the same without one',
  status: 204,
})

export const confirmIdentity = endpoint({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/v1/auth/admin/confirm',
  summary:
    'Confirm your password, after a call was refused with `confirm_identity`; renews the session cookie. A wrong one is 400 and names `password`',
  body: z.strictObject({ password: GivenPassword }),
  status: 204,
})

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/v1/auth/admin/me',
  summary: 'The signed-in admin',
  response: SignedIn,
})
