import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Id, Line } from './values/text.ts'

// The JSON forms of WebAuthn, level 3: binary values are base64url.

const Base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'Must be Base64url'))

const CredentialId = Base64url(1_400)

const Transports = z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))

/** Results of extensions. The console requests none. */
const Extensions = z.optional(z.record(z.string(), z.unknown()))

/** What a browser sends as evidence that a user has a passkey. */
export const PasskeyAssertion = z.strictObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: Base64url(4_000),
    authenticatorData: Base64url(4_000),
    signature: Base64url(8_000),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(30)))),
  clientExtensionResults: Extensions,
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What a browser sends when it has created a passkey. */
export const PasskeyAttestation = z.strictObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: Base64url(4_000),
    attestationObject: Base64url(30_000),
    transports: z.optional(Transports),
    authenticatorData: z.optional(Base64url(4_000)),
    publicKey: z.optional(z.nullable(Base64url(8_000))),
    publicKeyAlgorithm: z.optional(z.int()),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(30)))),
  clientExtensionResults: Extensions,
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

const KnownPasskey = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** What a browser needs to request a passkey. `allowCredentials` is empty if any passkey of the console is accepted. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['preferred', 'required']),
  allowCredentials: z.array(KnownPasskey),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What a browser needs to create a passkey. */
const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** A passkey as its owner sees it. Times are ISO 8601, UTC. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Empty if it was never used. */
  lastUsedAt: z.string(),
  /** Whether a password manager syncs it to other devices. */
  isSynced: z.boolean(),
})
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
  body: z.strictObject({ name: PasskeyName, passkey: PasskeyAttestation }),
  response: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: `${path}/{passkeyId}`,
  summary: 'Rename one of your passkeys',
  params: z.strictObject({ passkeyId: Id }),
  body: z.strictObject({ name: PasskeyName }),
  status: 204,
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: `${path}/{passkeyId}`,
  summary:
    'Remove one of your passkeys. Without another second factor the recovery codes are removed too; rejected if one is required',
  params: z.strictObject({ passkeyId: Id }),
  status: 204,
})

const PasskeyOptions = z.object({ data: PasskeyRequest })

export const beginPasskeyLogin = endpoint({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/v1/auth/admin/passkey-login/options',
  summary: 'What a browser needs to sign in with a passkey; valid for 5 minutes in this browser',
  response: PasskeyOptions,
})

export const beginPasskeyConfirmation = endpoint({
  name: 'beginPasskeyConfirmation',
  method: 'POST',
  path: '/v1/auth/admin/confirm/options',
  summary: 'What a browser needs to confirm your identity with a passkey; valid for 5 minutes in this session',
  response: PasskeyOptions,
})
