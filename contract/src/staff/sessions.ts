import * as z from 'zod/mini'
import { IsoTime, describe } from '../values/describe.ts'
import { Admin } from './admins.ts'
import { endpoint } from '../http/endpoint.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { Email, GivenCode, GivenPassword } from '../values/text.ts'

/** The additional fields for a sign-in that was rejected with `second_factor`. */
export const SecondStep = {
  code: describe(z.optional(GivenCode), 'A code of the authenticator app, or a recovery code.'),
  passkey: describe(z.optional(PasskeyAssertion), 'A passkey instead of a code.'),
  trustDevice: describe(
    z.optional(z.boolean()),
    'With a code or a passkey: this browser is not asked for one for 30 days.',
  ),
}

export const Credentials = z.strictObject({
  email: describe(Email, 'The email address of the account.'),
  password: describe(GivenPassword, 'The password of the account.'),
  ...SecondStep,
})
export type Credentials = z.infer<typeof Credentials>

/** The lifetime of the session: without activity, and in total. */
const SessionLimits = z.object({
  idleSeconds: describe(z.int(), 'After how many seconds without activity the session ends.'),
  expiresAt: describe(IsoTime, 'When the session ends in any case.'),
})

export const SecondFactorState = describe(
  z.enum(['none', 'set', 'required']),
  '`required`: other requests are rejected until it is set up.',
)
export type SecondFactorState = z.infer<typeof SecondFactorState>

export const ConfirmationMethod = describe(
  z.enum(['sign_on', 'password', 'passkey', 'code', 'recovery_code']),
  'The methods with which the admin can confirm their identity. A `code` is from an authenticator app.',
)
export type ConfirmationMethod = z.infer<typeof ConfirmationMethod>

export const SignedIn = describe(
  z.object({
    data: describe(
      z.object({
        user: describe(Admin, 'The admin.'),
        session: describe(SessionLimits, 'The lifetime of the session.'),
        secondFactor: describe(SecondFactorState, 'Whether a second factor is set up, or must be.'),
        confirmBy: describe(
          z.array(ConfirmationMethod),
          'The methods with which the admin can confirm their identity.',
        ),
      }),
      'The signed-in admin, and the lifetime of the session.',
    ),
  }),
  'The signed-in admin, and the lifetime of the session.',
)

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/v1/auth/admin/login',
  summary:
    'Sign in; sets the session cookie. Rejected with `second_factor` if a second step is needed: send the same again with `code` or `passkey`',
  returns: 'The signed-in admin, and the lifetime of the session',
  body: Credentials,
  response: SignedIn,
  headers: { 200: ['set-cookie'] },
})

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  method: 'POST',
  path: '/v1/auth/admin/passkey-login',
  summary: 'Sign in with only a passkey, which must have verified you; sets the session cookie',
  returns: 'The signed-in admin, and the lifetime of the session',
  body: z.strictObject({ passkey: describe(PasskeyAssertion, 'The evidence of the passkey.') }),
  response: SignedIn,
  headers: { 200: ['set-cookie'] },
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/v1/auth/admin/logout',
  summary: 'End the session of the cookie; the response is the same without one',
  status: 204,
  headers: { 204: ['set-cookie', 'clear-site-data'] },
})

export const confirmIdentity = endpoint({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/v1/auth/admin/confirm',
  summary:
    'Confirm your identity with your password, a code or a passkey, after a request was rejected with `confirm_identity`; renews the session cookie. A wrong one is rejected with 400 for its field',
  body: z
    .strictObject({
      password: describe(z.optional(GivenPassword), 'Your password.'),
      code: describe(z.optional(GivenCode), 'A code of the authenticator app, or a recovery code.'),
      passkey: describe(z.optional(PasskeyAssertion), 'The evidence of a passkey.'),
    })
    .check(
      z.refine((proofs) => Object.values(proofs).filter((each) => each !== undefined).length === 1, {
        path: ['password'],
        error: 'Send exactly one of password, code or passkey',
      }),
    ),
  status: 204,
  headers: { 204: ['set-cookie'] },
})

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/v1/auth/admin/me',
  summary: 'The signed-in admin',
  response: SignedIn,
})
