import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { latestEnd } from '../../../core/database/past.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { PasskeyCreation, PasskeyRequest } from '@health-console/contract/staff/passkeys.ts'
import type { Config } from '../../../core/config.ts'
import type { PasskeysTable } from '../../../core/database/tables/credentials.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'

export const challengeLifeMs = 5 * 60_000

const nonceBytes = 16
const timeBytes = 8

/** The purpose of a challenge, and its holder: a session, or a browser without one. */
export type ChallengePlace = { use: 'add' | 'confirm' | 'sign-in' | 'second-step'; holder: string }

export type Challenge = { nonce: string; expiresAtMs: number }

/**
 * Issues a challenge. It is signed instead of stored, so that strangers cannot fill a table and every replica
 * recognises it. Only challenges that were used are stored.
 */
export function issueChallenge({ keys, now }: Pick<Context, 'keys' | 'now'>, place: ChallengePlace): string {
  const content = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(timeBytes)])
  content.writeBigUInt64BE(BigInt(now() + challengeLifeMs), nonceBytes)
  return Buffer.concat([content, macOf(keys, place, content)]).toString('base64url')
}

/** @returns undefined if it has expired, was issued for something else, or was never issued */
export function readChallenge(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  place: ChallengePlace,
  text: string,
): Challenge | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const content = bytes.subarray(0, nonceBytes + timeBytes)
  const expected = macOf(keys, place, content)
  const mac = bytes.subarray(content.length)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined
  const expiresAtMs = Number(content.readBigUInt64BE(nonceBytes))
  if (expiresAtMs <= now() || expiresAtMs > latestEnd(now(), challengeLifeMs)) return undefined
  return { nonce: content.subarray(0, nonceBytes).toString('base64url'), expiresAtMs }
}

/** Uses up a challenge. @returns false if it was already used */
export async function spendChallenge(transaction: Transaction, { nonce, expiresAtMs }: Challenge): Promise<boolean> {
  const spent = await transaction
    .insertInto('spentChallenges')
    .values({ challenge: nonce, expiresAtMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n
}

function macOf(keys: Context['keys'], { use, holder }: ChallengePlace, content: Buffer): Buffer {
  return createHmac('sha256', keys.derive('passkey-challenge'))
    .update(JSON.stringify([use, holder, content.toString('hex')]))
    .digest()
}

/** ES256, Ed25519 and RS256: every authenticator supports one of them. */
export const algorithms = [-7, -8, -257]

/** The domain that passkeys are bound to. */
export const relyingPartyIdOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => new URL(publicUrl).hostname

/** The id under which an authenticator stores an admin's passkeys. */
export const userHandleOf = (adminId: string) => Buffer.from(adminId).toString('base64url')

/** @param passkeys the allowed ones; empty if any passkey of the console is allowed */
export function requestOptions(context: Context, place: ChallengePlace, passkeys: PasskeysTable[]): PasskeyRequest {
  return {
    challenge: issueChallenge(context, place),
    rpId: relyingPartyIdOf(context.config),
    timeout: challengeLifeMs,
    // After the password, possession of the passkey is enough.
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
  transports: z.parse(z.array(z.string()), JSON.parse(transports)),
})
