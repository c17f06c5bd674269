import * as z from 'zod/mini'
import { Admin } from './admins.ts'
import { endpoint } from './http/endpoint.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { Email, GivenCode, GivenPassword } from './values/text.ts'

/** The additional fields for a sign-in that was rejected with `second_factor`. */
export const SecondStep = {
  /** A code of the authenticator app, or a recovery code. */
  code: z.optional(GivenCode),
  /** Instead of a code. */
  passkey: z.optional(PasskeyAssertion),
  /** With a code or a passkey: this browser is not asked for one for 30 days. */
  trustDevice: z.optional(z.boolean()),
}

export const Credentials = z.strictObject({ email: Email, password: GivenPassword, ...SecondStep })
export type Credentials = z.infer<typeof Credentials>

/** The lifetime of the session: without activity, and in total. */
const SessionLimits = z.object({ idleSeconds: z.int(), expiresAt: z.string() })

/** `required`: other requests are rejected until it is set up. */
export const SecondFactorState = z.enum(['none', 'set', 'required'])
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** The methods with which the admin can confirm their identity. A `code` is from an authenticator app. */
export const ConfirmationMethod = z.enum(['sign_on', 'password', 'passkey', 'code', 'recovery_code'])
export type ConfirmationMethod = z.infer<typeof ConfirmationMethod>

/** The signed-in admin, and the lifetime of the session. */
export const SignedIn = z.object({
  data: z.object({
    user: Admin,
    session: SessionLimits,
    secondFactor: SecondFactorState,
    confirmBy: z.array(ConfirmationMethod),
  }),
})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/auth/admin/login',
  summary:
    'Sign in; sets the session cookie. Rejected with `second_factor` if a second step is needed: send the same again with `code` or `passkey`',
  body: Credentials,
  response: SignedIn,
})

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  method: 'POST',
  path: '/v1/auth/admin/passkey-login',
  summary: 'Sign in with only a passkey, which must have verified you; sets the session cookie',
  body: z.strictObject({ passkey: PasskeyAssertion }),
  response: SignedIn,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/v1/auth/admin/logout',
  summary: 'End the session of the cookie; the response is the same without one',
  status: 204,
})

export const confirmIdentity = endpoint({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/v1/auth/admin/confirm',
  summary:
    'Confirm your identity with your password, a code or a passkey, after a request was rejected with `confirm_identity`; renews the session cookie. A wrong one is rejected with 400 for its field',
  body: z
    .strictObject({
      password: z.optional(GivenPassword),
      code: z.optional(GivenCode),
      passkey: z.optional(PasskeyAssertion),
    })
    .check(
      z.refine((proofs) => Object.values(proofs).filter((each) => each !== undefined).length === 1, {
        path: ['password'],
        error: 'Send exactly one of password, code or passkey',
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
