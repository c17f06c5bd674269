import type { PasskeyAssertion } from '@health-console/contract/staff/passkeys.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { PasskeysTable } from '../../../core/database/tables/credentials.ts'
import {
  type Challenge,
  type ChallengePlace,
  readChallenge,
  relyingPartyIdOf,
  spendChallenge,
  userHandleOf,
} from './passkey-challenges.ts'
import { fitsItsAlgorithm } from './check-key.ts'
import { countUse, findPasskey } from './passkey-store.ts'

/** A passkey with a valid response. */
export type CheckedPasskey = { passkey: PasskeysTable; challenge: Challenge; counter: number; isSynced: boolean }

const unknown = 'This passkey is unknown. It belongs to another console, or it was removed.'

const copied = 'This passkey may have been copied, so it was rejected. Sign in another way and remove it.'

/**
 * Checks the response of a passkey before the transaction that uses it up.
 * @param ownerId the required owner of the passkey
 */
export async function checkAssertion(
  context: Context,
  place: ChallengePlace,
  assertion: PasskeyAssertion,
  ownerId?: string,
): Promise<CheckedPasskey | PasskeyError> {
  const client = readClientData(context, place, assertion.response.clientDataJSON)
  if ('error' in client) return client
  const passkey = await findPasskey(context.db, assertion.id)
  if (!passkey) return { error: unknown }
  const { adminId } = passkey
  if (ownerId !== undefined && adminId !== ownerId)
    return { error: 'This passkey belongs to another account. Use one of this account.' }
  const { userHandle } = assertion.response
  if (userHandle != null && userHandle !== userHandleOf(adminId)) return { error: uncheckable, adminId }
  const info = await verify(context, assertion, passkey, client.text).catch(() => undefined)
  if (!info) return { error: uncheckable, adminId }
  if (place.use !== 'second-step' && !info.userVerified)
    return {
      error: 'This passkey didn’t ask for a PIN, fingerprint or face. Use another sign-in method.',
      adminId,
    }
  return { passkey, challenge: client.challenge, counter: info.newCounter, isSynced: info.credentialBackedUp }
}

/** Uses up the response. Commit even if there is an error. @returns the error as a sentence */
export async function spendAssertion(
  transaction: Transaction,
  { now }: Pick<Context, 'now'>,
  { passkey, challenge, counter, isSynced }: CheckedPasskey,
): Promise<string | undefined> {
  if (!(await spendChallenge(transaction, challenge))) return usedAlready
  if (await countUse(transaction, passkey, { counter, isSynced, nowMs: now() })) return undefined
  return (await findPasskey(transaction, passkey.credentialId)) ? copied : unknown
}

async function verify(
  { config }: Context,
  assertion: PasskeyAssertion,
  { credentialId, publicKey }: PasskeysTable,
  challenge: string,
) {
  const keyBytes = Buffer.from(publicKey, 'base64url')
  // It was added by a version that did not compare.
  if (!(await fitsItsAlgorithm(keyBytes))) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...response } = assertion.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: assertion.id,
      rawId: assertion.rawId,
      type: assertion.type,
      response: { ...response, ...(userHandle != null && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: config.publicUrl,
    expectedRPID: relyingPartyIdOf(config),
    // The counter is compared when the response is used up, so that this works across replicas.
    credential: { id: credentialId, publicKey: keyBytes, counter: 0 },
    requireUserVerification: false,
  })
  return verified ? authenticationInfo : undefined
}

/** What went wrong, as a message for the admin, and the owner of the passkey if known. */
export type PasskeyError = { error: string; adminId?: string }

export const uncheckable = 'The passkey couldn’t be checked. Try again.'

export const usedAlready = 'This passkey response has already been used. Try again.'

/** Checks the origin and the challenge of a response. */
export function readClientData(
  context: Context,
  place: ChallengePlace,
  clientDataJson: string,
): { text: string; challenge: Challenge } | PasskeyError {
  const { challenge: text, origin } = parse(clientDataJson)
  if (text === undefined || origin === undefined) return { error: uncheckable }
  const { publicUrl } = context.config
  if (origin !== publicUrl) return { error: `Passkeys work only at ${publicUrl}. Open the console there.` }
  const challenge = readChallenge(context, place, text)
  return challenge ? { text, challenge } : { error: 'The passkey request has expired. Try again.' }
}

function parse(clientDataJson: string): { challenge?: string; origin?: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) ?? {}
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : {}
  } catch {
    return {}
  }
}
