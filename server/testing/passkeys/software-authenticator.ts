import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@health-console/contract/staff/passkeys.ts'
import { type Cbor, encodeCbor } from './cbor.ts'

type Credential = { id: Buffer; key: KeyObject; userHandle: string; rpId: string }

/** The contents that a test sets for a response. */
type Choices = {
  origin?: string
  /** Whether a PIN, a fingerprint or a face was checked; true by default. */
  isVerified?: boolean
  /** How often the passkey was used; 0: it does not count. */
  counter?: number
  rpId?: string
  /** Which of several passkeys responds; the last one by default. */
  credential?: Credential
  userHandle?: string
  /** Changes the COSE key that it shows when it is created. */
  key?: (key: Map<number | string, Cbor>) => void
  /** The type of its key; P-256 by default. */
  kind?: 'P-256' | 'Ed25519' | 'RSA'
  /** The length of an RSA key. */
  bits?: number
}

const flags = { present: 1, verified: 4, syncable: 8, synced: 16, attested: 64 }

/** An authenticator and the browser before it, with its own keys and real signatures, but no dialogs. */
export function createAuthenticator({ origin, isSynced = false }: { origin: string; isSynced?: boolean }) {
  const credentials: Credential[] = []
  const syncFlags = isSynced ? flags.syncable | flags.synced : 0

  function create({ challenge, rp, user }: PasskeyCreation, choices: Choices = {}): PasskeyAttestation {
    const { privateKey, publicKey } = newKeys(choices)
    const cose = coseKeyOf(publicKey)
    choices.key?.(cose)
    const credential = { id: randomBytes(32), key: privateKey, userHandle: user.id, rpId: rp.id }
    credentials.push(credential)
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, credential.id.length]),
      credential.id,
      encodeCbor(cose),
    ])
    const authData = Buffer.concat([dataOf(choices.rpId ?? rp.id, choices, flags.attested), attested])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...namesOf(credential),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, choices),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  function get({ challenge, allowCredentials }: PasskeyRequest, choices: Choices = {}): PasskeyAssertion {
    const allowed = credentials.filter(
      ({ id }) =>
        allowCredentials.length === 0 || allowCredentials.some((each) => each.id === id.toString('base64url')),
    )
    const credential = choices.credential ?? allowed.at(-1)
    if (!credential) throw new Error('this authenticator has none of these passkeys')
    const authenticatorData = dataOf(choices.rpId ?? credential.rpId, choices, 0)
    const clientDataJSON = clientData('webauthn.get', challenge, choices)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    return {
      ...namesOf(credential),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(
          credential.key.asymmetricKeyType === 'ed25519' ? null : 'sha256',
          Buffer.concat([authenticatorData, hash]),
          credential.key,
        ).toString('base64url'),
        userHandle: choices.userHandle ?? credential.userHandle,
      },
      clientExtensionResults: {},
    }
  }

  function dataOf(rpId: string, { isVerified = true, counter = 0 }: Choices, more: number): Buffer {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const flagByte = flags.present | (isVerified ? flags.verified : 0) | syncFlags | more
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flagByte]), counted])
  }

  const clientData = (type: string, challenge: string, choices: Choices) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: choices.origin ?? origin, crossOrigin: false })).toString(
      'base64url',
    )

  return { create, get, credentials }
}

const namesOf = ({ id }: Credential) =>
  ({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }) as const

function newKeys({ kind = 'P-256', bits = 2_048 }: Choices) {
  if (kind === 'RSA') return generateKeyPairSync('rsa', { modulusLength: bits })
  if (kind === 'Ed25519') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** ES256, Ed25519 or RS256 in COSE (RFC 9053). */
function coseKeyOf(publicKey: KeyObject): Map<number | string, Cbor> {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (value: string) => Buffer.from(value, 'base64url')
  if (kty === 'RSA')
    return new Map<number | string, Cbor>([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ])
  const isEd = kty === 'OKP'
  return new Map<number | string, Cbor>([
    [1, isEd ? 1 : 2],
    [3, isEd ? -8 : -7],
    [-1, isEd ? 6 : 1],
    [-2, bytes(x)],
    ...(isEd ? [] : [[-3, bytes(y)] as const]),
  ])
}
