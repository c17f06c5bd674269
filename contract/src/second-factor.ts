import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Passkey } from './passkeys.ts'
import { GivenCode, Id } from './text.ts'

/** How long a trusted browser is not prompted for a code. */
export const trustedDays = 30

export const recoveryCodeCount = 10

const RecoveryCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) })

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/v1/auth/admin/second-factor',
  summary:
    'Whether you sign in with a second factor and which, whether you have to, and how many recovery codes are left',
  response: z.object({
    data: z.object({
      /** Whether the person has an authenticator app or a passkey. */
      isSet: z.boolean(),
      isRequired: z.boolean(),
      /** When the authenticator app was set up, ISO 8601, UTC; empty when there is none. */
      since: z.string(),
      passkeys: z.array(Passkey),
      recoveryCodesLeft: z.int(),
    }),
  }),
})

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/v1/auth/admin/second-factor',
  summary:
    'A new secret for an authenticator app, as text in base32 and as a URL for a QR code. It counts once a code of it is confirmed',
  response: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  method: 'PUT',
  path: '/v1/auth/admin/second-factor',
  summary:
    'Confirm the new secret by a code of it: from now on signing in needs one. Answers the recovery codes, which are shown this once, none where there are passkeys and codes already; other sessions end. A wrong code is 400 and names `code`',
  body: z.strictObject({ code: GivenCode }),
  response: RecoveryCodes,
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'DELETE',
  path: '/v1/auth/admin/second-factor',
  summary:
    'Sign in without a second factor from now on: removes the app and all passkeys; refused where it is required',
  status: 204,
})

export const removeAuthenticatorApp = endpoint({
  name: 'removeAuthenticatorApp',
  method: 'DELETE',
  path: '/v1/auth/admin/second-factor/app',
  summary:
    'Remove the authenticator app. The last second factor takes the recovery codes with it, and stays where one is required',
  status: 204,
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/auth/admin/second-factor/recovery-codes',
  summary: 'New recovery codes, shown this once; the former ones stop working',
  response: RecoveryCodes,
})

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  method: 'DELETE',
  path: '/v1/admins/{id}/second-factor',
  summary:
    'Remove the second factor of an admin who lost it; their sessions end, and they and all super admins are emailed',
  params: z.strictObject({ id: Id }),
  status: 204,
})
