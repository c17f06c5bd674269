import * as z from 'zod/mini'
import { IsoTime, IsoTimeOrEmpty, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, Line } from '../values/text.ts'

// The JSON forms of WebAuthn, level 3: binary values are base64url.

const Base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'Must be Base64url'))

const CredentialId = Base64url(1_400)

const Transports = z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))

/** Results of extensions. The console requests none. */
const Extensions = z.optional(z.record(z.string(), z.unknown()))

export const PasskeyAssertion = describe(
  z.strictObject({
    id: describe(CredentialId, 'The ID of the passkey.'),
    rawId: describe(CredentialId, 'The same ID.'),
    type: describe(z.literal('public-key'), 'The type of the credential.'),
    response: describe(
      z.strictObject({
        clientDataJSON: describe(
          Base64url(4_000),
          'What the browser adds to the signed data: the challenge and the origin.',
        ),
        authenticatorData: describe(Base64url(4_000), 'What the authenticator adds to the signed data.'),
        signature: describe(Base64url(8_000), 'The signature of the authenticator over the challenge.'),
        userHandle: describe(
          z.optional(z.nullable(z.string().check(z.maxLength(100)))),
          'The ID of the user, as the authenticator stored it.',
        ),
      }),
      'What the authenticator signed.',
    ),
    authenticatorAttachment: describe(
      z.optional(z.nullable(z.string().check(z.maxLength(30)))),
      'How the authenticator is connected.',
    ),
    clientExtensionResults: describe(Extensions, 'Results of extensions. The console requests none.'),
  }),
  'What a browser sends as evidence that a user has a passkey.',
)
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const PasskeyAttestation = describe(
  z.strictObject({
    id: describe(CredentialId, 'The ID of the passkey.'),
    rawId: describe(CredentialId, 'The same ID.'),
    type: describe(z.literal('public-key'), 'The type of the credential.'),
    response: describe(
      z.strictObject({
        clientDataJSON: describe(Base64url(4_000), 'What the browser adds: the challenge and the origin.'),
        attestationObject: describe(Base64url(30_000), 'The public key and what the authenticator states about it.'),
        transports: describe(z.optional(Transports), 'How a browser can reach the authenticator.'),
        authenticatorData: describe(
          z.optional(Base64url(4_000)),
          'A part of `attestationObject`. The console does not read it.',
        ),
        publicKey: describe(
          z.optional(z.nullable(Base64url(8_000))),
          'A part of `attestationObject`. The console does not read it.',
        ),
        publicKeyAlgorithm: describe(
          z.optional(z.int()),
          'A part of `attestationObject`. The console does not read it.',
        ),
      }),
      'What the authenticator created.',
    ),
    authenticatorAttachment: describe(
      z.optional(z.nullable(z.string().check(z.maxLength(30)))),
      'How the authenticator is connected.',
    ),
    clientExtensionResults: describe(Extensions, 'Results of extensions. The console requests none.'),
  }),
  'What a browser sends when it has created a passkey.',
)
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

const KnownPasskey = z.object({
  id: describe(z.string(), 'The ID of the passkey.'),
  type: describe(z.literal('public-key'), 'The type of the credential.'),
  transports: describe(z.array(z.string()), 'How a browser can reach the authenticator.'),
})

export const PasskeyRequest = describe(
  z.object({
    challenge: describe(z.string(), 'What the authenticator must sign.'),
    rpId: describe(z.string(), 'The host of the console.'),
    timeout: describe(z.int(), 'How long the browser waits. Milliseconds.'),
    userVerification: describe(z.enum(['preferred', 'required']), 'Whether the authenticator must check who uses it.'),
    allowCredentials: describe(
      z.array(KnownPasskey),
      'The passkeys that are accepted. Empty: any passkey of the console.',
    ),
  }),
  'What a browser needs to request a passkey. `allowCredentials` is empty if any passkey of the console is accepted.',
)
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What a browser needs to create a passkey. */
const PasskeyCreation = z.object({
  challenge: describe(z.string(), 'What the authenticator must sign.'),
  rp: describe(
    z.object({
      id: describe(z.string(), 'The host of the console.'),
      name: describe(z.string(), 'The name of the console.'),
    }),
    'The console.',
  ),
  user: describe(
    z.object({
      id: describe(z.string(), 'The ID that the authenticator stores.'),
      name: describe(z.string(), 'Your email address.'),
      displayName: describe(z.string(), 'Your name.'),
    }),
    'You.',
  ),
  pubKeyCredParams: describe(
    z.array(
      z.object({
        type: describe(z.literal('public-key'), 'The type of the credential.'),
        alg: describe(z.int(), 'The number of the algorithm in the COSE registry.'),
      }),
    ),
    'The signature algorithms that are accepted, the preferred one first.',
  ),
  timeout: describe(z.int(), 'How long the browser waits. Milliseconds.'),
  excludeCredentials: describe(
    z.array(KnownPasskey),
    'Your passkeys, so that the same authenticator does not get a second one.',
  ),
  authenticatorSelection: describe(
    z.object({
      residentKey: describe(z.literal('preferred'), 'Whether the passkey is stored with its user.'),
      requireResidentKey: describe(z.literal(false), 'Whether it must be; for older browsers.'),
      userVerification: describe(z.literal('preferred'), 'Whether the authenticator checks who uses it.'),
    }),
    'What the authenticator must be able to do.',
  ),
  attestation: describe(z.literal('none'), 'The authenticator does not have to prove its model.'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

export const Passkey = describe(
  z.object({
    id: describe(z.string(), 'The ID of the passkey.'),
    name: describe(z.string(), 'The name that its owner gave it.'),
    createdAt: describe(IsoTime, 'When it was added.'),
    lastUsedAt: describe(IsoTimeOrEmpty, 'When it was last used; empty if never.'),
    isSynced: describe(z.boolean(), 'Whether a password manager syncs it to other devices.'),
  }),
  'A passkey as its owner sees it. Times are ISO 8601, UTC.',
)
export type Passkey = z.infer<typeof Passkey>

export const PasskeyName = Line(60).check(z.minLength(1, 'Name is required'))

/** The maximum number of passkeys per admin. */
export const maxPasskeys = 20

const path = '/v1/auth/admin/passkeys'

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  method: 'POST',
  path,
  summary: 'What a browser needs to create a passkey for you; valid for 5 minutes',
  response: z.object({ data: PasskeyCreation }),
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  method: 'PUT',
  path,
  summary:
    'Add the passkey that the browser created; other sessions are revoked. Returns the recovery codes once if it is your first second factor',
  returns: 'The recovery codes',
  body: z.strictObject({
    name: describe(PasskeyName, 'The name under which it is listed.'),
    passkey: describe(PasskeyAttestation, 'What the browser created.'),
  }),
  response: z.object({
    data: z.object({
      recoveryCodes: describe(
        z.array(z.string()),
        'The recovery codes, which cannot be read again. Empty if you already have some.',
      ),
    }),
  }),
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: `${path}/{passkeyId}`,
  summary: 'Rename one of your passkeys',
  params: z.strictObject({ passkeyId: describe(Id, 'The ID of the passkey to rename.') }),
  body: z.strictObject({ name: describe(PasskeyName, 'The new name.') }),
  status: 204,
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: `${path}/{passkeyId}`,
  summary:
    'Remove one of your passkeys. Without another second factor the recovery codes are removed too; rejected if one is required',
  params: z.strictObject({ passkeyId: describe(Id, 'The ID of the passkey to remove.') }),
  status: 204,
})

const PasskeyOptions = z.object({ data: PasskeyRequest })

export const beginPasskeyLogin = endpoint({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/v1/auth/admin/passkey-login/options',
  summary: 'What a browser needs to sign in with a passkey; valid for 5 minutes in this browser',
  response: PasskeyOptions,
  headers: { 200: ['set-cookie'] },
})

export const beginPasskeyConfirmation = endpoint({
  name: 'beginPasskeyConfirmation',
  method: 'POST',
  path: '/v1/auth/admin/confirm/options',
  summary: 'What a browser needs to confirm your identity with a passkey; valid for 5 minutes in this session',
  response: PasskeyOptions,
})
