import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@health-console/contract/staff/passkeys.ts'
import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'

// Import this file on demand, because only a few pages need it.

/** The browser did not provide a passkey. The message says why. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/**
 * Asks the admin for a passkey.
 * @throws PasskeyError
 */
export async function requestPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAssertion> {
  requireSupport()
  const { response, ...answer } = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(explain)
  return { ...answer, response: { ...response } } as PasskeyAssertion
}

/**
 * Asks the admin to create a passkey.
 * @throws PasskeyError
 */
export async function createPasskey(optionsJSON: PasskeyCreation): Promise<PasskeyAttestation> {
  requireSupport()
  return (await startRegistration({ optionsJSON: optionsJSON as never }).catch(explain)) as PasskeyAttestation
}

function requireSupport(): void {
  if (browserSupportsWebAuthn()) return
  throw new PasskeyError(
    window.isSecureContext
      ? 'This browser doesn’t support passkeys. Try another browser or sign-in method.'
      : 'Passkeys only work over https. Open the console at its usual address.',
  )
}

function explain(error: unknown): never {
  throw new PasskeyError(messageOf(error), { cause: error })
}

function messageOf(error: unknown): string {
  const { name } = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : (error as Error)
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError')
    return `Passkeys don’t work at ${window.location.host}. Open the console at its usual address.`
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey prompt was closed or timed out. Try again, or use another method.'
  return 'The passkey didn’t work. Try again, or use another method.'
}
