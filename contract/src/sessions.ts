import * as z from 'zod/mini'
import { Admin } from './admins.ts'
import { endpoint } from './endpoint.ts'
import { Email, GivenCode, GivenPassword } from './text.ts'

export const Credentials = z.strictObject({
  email: Email,
  password: GivenPassword,
  /** Asked for by `second_factor`: a code of the authenticator app, or a recovery code. */
  code: z.optional(GivenCode),
  /** With a code: this browser is not asked for one for 30 days. */
  trustDevice: z.optional(z.boolean()),
})
export type Credentials = z.infer<typeof Credentials>

/** The lifetime of the session: without activity, and in total. */
export const SessionLimits = z.object({ idleSeconds: z.number(), expiresAt: z.string() })
export type SessionLimits = z.infer<typeof SessionLimits>

/** `required`: it has to be set up before anything else opens. */
export const SecondFactorState = z.enum(['none', 'set', 'required'])
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** The signed-in admin, and the lifetime of the session. */
export const SignedIn = z.object({
  data: z.object({ user: Admin, session: SessionLimits, secondFactor: SecondFactorState }),
})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/auth/admin/login',
  summary:
    'Sign in; sets the session cookie. Refused with `second_factor` where a code is needed: send the same again with `code`',
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
    'Confirm your password or a code of your second factor, after a call was refused with `confirm_identity`; renews the session cookie. A wrong one is 400 and names its field',
  body: z.strictObject({ password: z.optional(GivenPassword), code: z.optional(GivenCode) }).check(
    z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
      path: ['password'],
      error: 'Either a password or a code is expected',
    }),
  ),
  status: 204,
})

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/v1/auth/admin/me',
  summary: 'The signed-in admin',
  response: SignedIn,
})
