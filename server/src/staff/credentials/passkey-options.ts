import type { PasskeyCreation, PasskeyRequest } from '@health-console/contract/passkeys.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { PasskeysTable } from '../../database/tables/staff.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { type ChallengePlace, challengeLifeMs, issueChallenge } from './passkey-challenges.ts'

/** ES256, Ed25519 and RS256: every authenticator supports one of them. */
export const algorithms = [-7, -8, -257]

/** The domain that passkeys are bound to. */
export const relyingPartyIdOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => new URL(publicUrl).hostname

/** The id under which an authenticator stores a person's passkeys. */
export const userHandleOf = (adminId: string) => Buffer.from(adminId).toString('base64url')

/** @param passkeys the allowed ones; empty if any passkey of the console is allowed */
export function requestOptions(context: Context, place: ChallengePlace, passkeys: PasskeysTable[]): PasskeyRequest {
  return {
    challenge: issueChallenge(context, place),
    rpId: relyingPartyIdOf(context.config),
    timeout: challengeLifeMs,
    // after the password, possession of the passkey is enough
    userVerification: place.use === 'second-step' ? 'preferred' : 'required',
    allowCredentials: passkeys.map(describe),
  }
}

export function creationOptions(
  context: Context,
  { id, email, fullName, session }: SignedInAdmin,
  passkeys: PasskeysTable[],
): PasskeyCreation {
  const { config } = context
  return {
    challenge: issueChallenge(context, { use: 'add', holder: session.id }),
    rp: { id: relyingPartyIdOf(config), name: config.productName },
    user: { id: userHandleOf(id), name: email, displayName: fullName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifeMs,
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    attestation: 'none',
  }
}

const describe = ({ credentialId, transports }: PasskeysTable) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: JSON.parse(transports) as string[],
})
