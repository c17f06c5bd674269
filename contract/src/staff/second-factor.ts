import * as z from 'zod/mini'
import { IsoTimeOrEmpty, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Passkey } from './passkeys.ts'
import { GivenCode, Id } from '../values/text.ts'

/** How long a trusted browser is not asked for a code. */
export const trustedDays = 30

export const recoveryCodeCount = 10

const RecoveryCodes = z.object({
  data: z.object({
    recoveryCodes: describe(
      z.array(z.string()),
      'The recovery codes, which cannot be read again. Empty if none were created.',
    ),
  }),
})

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/v1/auth/admin/second-factor',
  summary: 'Which second factors you have, whether one is required, and how many recovery codes are left',
  response: z.object({
    data: z.object({
      isSet: describe(z.boolean(), 'Whether you have an authenticator app or a passkey.'),
      isRequired: describe(z.boolean(), 'Whether the console requires a second factor.'),
      since: describe(IsoTimeOrEmpty, 'When the authenticator app was set up; empty if there is none.'),
      passkeys: describe(z.array(Passkey), 'Your passkeys.'),
      recoveryCodesLeft: describe(z.int(), 'How many recovery codes have not been used.'),
    }),
  }),
})

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/v1/auth/admin/second-factor',
  summary:
    'A new secret for an authenticator app, as base32 text and as a URL for a QR code. It takes effect once you have confirmed a code',
  response: z.object({
    data: z.object({
      secret: describe(z.string(), 'The secret in base32.'),
      uri: describe(z.string(), 'The same as an `otpauth:` URL for a QR code.'),
    }),
  }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  method: 'PUT',
  path: '/v1/auth/admin/second-factor',
  summary:
    'Confirm the new secret with one of its codes: from now on signing in needs a code. Returns the recovery codes once, unless you already have some; other sessions are revoked. A wrong code is rejected with 400 for the field `code`',
  returns: 'The recovery codes',
  body: z.strictObject({ code: describe(GivenCode, 'A code of the authenticator app.') }),
  response: RecoveryCodes,
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'DELETE',
  path: '/v1/auth/admin/second-factor',
  summary: 'Remove the authenticator app and all passkeys; rejected if a second factor is required',
  status: 204,
})

export const removeAuthenticatorApp = endpoint({
  name: 'removeAuthenticatorApp',
  method: 'DELETE',
  path: '/v1/auth/admin/second-factor/app',
  summary:
    'Remove the authenticator app. Without another second factor the recovery codes are removed too; rejected if one is required',
  status: 204,
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/auth/admin/second-factor/recovery-codes',
  summary: 'New recovery codes, which are shown only once; the earlier ones stop working',
  response: RecoveryCodes,
})

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  method: 'DELETE',
  path: '/v1/admins/{id}/second-factor',
  summary:
    'Remove the second factor of an admin who lost it; their sessions are revoked. They and all super admins are emailed if the console sends email',
  params: z.strictObject({ id: describe(Id, 'The ID of the admin.') }),
  status: 204,
})
