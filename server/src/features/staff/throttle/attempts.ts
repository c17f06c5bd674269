import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../../../core/context.ts'
import { bucketOf } from '../../../core/counters/counters.ts'
import { networkOf } from '../../../http/security/network-of.ts'

/**
 * The buckets that an attempt counts in: one for the account and the origin of the attempt, and for strangers'
 * passwords one for their network.
 */
export type Attempt = {
  /** The ids of its rows in both buckets. */
  id: string
  secret: 'password' | 'code' | 'passkey' | 'answer' | 'token'
  account: string
  network?: string
}

/** The failures of a stranger delay only that stranger. */
export function attemptOfStranger(context: Pick<Context, 'keys'>, emailKey: string, ip: string): Attempt {
  const network = networkOf(ip)
  return {
    id: randomUUIDv7(),
    secret: 'password',
    account: bucketOf(context, ['account', emailKey, network]),
    network: bucketOf(context, ['network', network]),
  }
}

/** A device that signed in before is not delayed by failures elsewhere. */
export function attemptOnDevice(context: Pick<Context, 'keys'>, adminId: string, deviceToken: string): Attempt {
  return { id: randomUUIDv7(), secret: 'password', account: bucketOf(context, ['device', adminId, deviceToken]) }
}

/** A signed-in admin enters the password or a code, or uses a passkey. */
export function attemptInSession(
  context: Pick<Context, 'keys'>,
  secret: 'password' | 'code' | 'passkey',
  sessionTokenHash: string,
): Attempt {
  const origin = secret === 'password' ? 'session' : `${secret} in session`
  return { id: randomUUIDv7(), secret, account: bucketOf(context, [origin, sessionTokenHash]) }
}

/** A response of the identity provider. Checking it with the provider and logging it needs work. */
export function attemptSignOn(context: Pick<Context, 'keys'>, stateHash: string): Attempt {
  return { id: randomUUIDv7(), secret: 'answer', account: bucketOf(context, ['sign-on', stateHash]) }
}

/**
 * A code or a passkey after the correct password. All strangers share one bucket, so that many IP addresses get no more
 * guesses than one. A device that signed in before has its own, so that strangers lock no one out.
 */
export function attemptSecondStep(
  context: Pick<Context, 'keys'>,
  secret: 'code' | 'passkey',
  adminId: string,
  knownDeviceToken: string | undefined,
): Attempt {
  const step = secret === 'code' ? 'code' : 'passkey step'
  const origin = knownDeviceToken === undefined ? [step] : [`${step} on device`, knownDeviceToken]
  return { id: randomUUIDv7(), secret, account: bucketOf(context, [...origin, adminId]) }
}

/** A passkey in place of email address and password. It cannot be guessed, but checking a wrong one needs work. */
export function attemptPasskey(
  context: Pick<Context, 'keys'>,
  credentialId: string,
  ip: string,
  knownDeviceToken: string | undefined,
): Attempt {
  const network = networkOf(ip)
  if (knownDeviceToken !== undefined)
    return {
      id: randomUUIDv7(),
      secret: 'passkey',
      account: bucketOf(context, ['passkey on device', knownDeviceToken]),
    }
  return {
    id: randomUUIDv7(),
    secret: 'passkey',
    account: bucketOf(context, ['passkey', credentialId, network]),
    network: bucketOf(context, ['network', network]),
  }
}

/**
 * A token of a service account that does not work. It does not count in the bucket of the network's passwords, because
 * a device with an old token must not keep admins from signing in.
 */
export function attemptToken(context: Pick<Context, 'keys'>, token: string, ip: string): Attempt {
  const network = networkOf(ip)
  return {
    id: randomUUIDv7(),
    secret: 'token',
    account: bucketOf(context, ['token', token, network]),
    network: bucketOf(context, ['tokens of network', network]),
  }
}
