import { randomUUIDv7 } from 'node:crypto'
import { type PasskeyAttestation, maxPasskeys } from '@health-console/contract/staff/passkeys.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { PasskeysTable } from '../../../core/database/tables/credentials.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { conflict, invalidField } from '../../../http/errors.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { passkeyAddedMail } from '../../../mail/templates/passkeys.ts'
import { lockStaff } from '../admins/store.ts'
import { findFactors, hasFactor } from '../credentials/factors.ts'
import { replaceRecoveryCodes } from '../credentials/recovery-codes.ts'
import { distrustDevicesOf } from '../sessions/devices.ts'
import { deleteSessionsOf } from '../sessions/store.ts'
import {
  type Challenge,
  algorithms,
  creationOptions,
  relyingPartyIdOf,
  spendChallenge,
} from '../credentials/passkey-challenges.ts'
import { fitsItsAlgorithm } from '../credentials/check-key.ts'
import { readClientData, uncheckable, usedAlready } from '../credentials/passkey-answers.ts'
import { findPasskey, insertPasskey, listPasskeys } from '../credentials/passkey-store.ts'

type NewPasskey = Omit<PasskeysTable, 'name'> & { challenge: Challenge }

export async function beginPasskey(context: Context, admin: SignedInAdmin) {
  const passkeys = await listPasskeys(context.db, admin.id)
  requireBelowLimit(passkeys)
  return creationOptions(context, admin, passkeys)
}

/** Checks what the browser created. @throws ApiError for the field `passkey` */
export async function checkAttestation(
  context: Context,
  admin: SignedInAdmin,
  attestation: PasskeyAttestation,
): Promise<NewPasskey> {
  const place = { use: 'add', holder: admin.session.id } as const
  const client = readClientData(context, place, attestation.response.clientDataJSON)
  if ('error' in client) throw invalidField('passkey', client.error)
  const made = await verify(context, attestation, client.text).catch(() => undefined)
  if (!made) throw invalidField('passkey', uncheckable)
  return {
    id: randomUUIDv7(),
    adminId: admin.id,
    credentialId: made.credential.id,
    publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: JSON.stringify(attestation.response.transports ?? []),
    isSyncable: made.credentialDeviceType === 'multiDevice' ? 1 : 0,
    isSynced: made.credentialBackedUp ? 1 : 0,
    createdAtMs: context.now(),
    lastUsedAtMs: 0,
    sessionId: admin.session.id,
    challenge: client.challenge,
  }
}

/**
 * Adds the passkey. The other sessions are revoked, and no browser is trusted any longer, because they may be an
 * attacker's.
 * @returns the recovery codes, if it is the first factor
 */
export async function addPasskey(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  { challenge, ...passkey }: NewPasskey & { name: string },
): Promise<string[]> {
  await lockStaff(context.engine, transaction)
  if (!(await spendChallenge(transaction, challenge))) throw invalidField('passkey', usedAlready)
  const known = await findPasskey(transaction, passkey.credentialId)
  if (known?.adminId === admin.id) throw conflict(`This passkey is already in your list, as “${known.name}”.`)
  if (known) throw conflict('This passkey belongs to another account. Create another one.')
  requireBelowLimit(await listPasskeys(transaction, admin.id))
  const isFirst = !hasFactor(await findFactors(transaction, admin.id))
  await insertPasskey(transaction, passkey)
  await deleteSessionsOf(transaction, admin.id, admin.session.tokenHash)
  await distrustDevicesOf(transaction, admin.id)
  const content = passkeyAddedMail(context.config, { atMs: context.now(), name: passkey.name, isFirst })
  await enqueueMail(transaction, context, { kind: 'second-factor', recipient: admin.email, content })
  return isFirst ? replaceRecoveryCodes(transaction, context, admin) : []
}

function requireBelowLimit(passkeys: PasskeysTable[]): void {
  if (passkeys.length >= maxPasskeys) throw conflict(`You have ${maxPasskeys} passkeys. Remove one first.`)
}

async function verify({ config }: Context, attestation: PasskeyAttestation, challenge: string) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, attestationObject } = attestation.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: attestation.id,
      rawId: attestation.rawId,
      type: attestation.type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: config.publicUrl,
    expectedRPID: relyingPartyIdOf(config),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  })
  return verified && (await fitsItsAlgorithm(registrationInfo.credential.publicKey)) ? registrationInfo : undefined
}
