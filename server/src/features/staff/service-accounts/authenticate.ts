import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { MachineCaller } from '../../../http/requests/caller.ts'
import { ApiError } from '../../../http/errors.ts'
import { attemptToken } from '../throttle/attempts.ts'
import { countAttempt } from '../throttle/throttle.ts'
import { readNetworks, readScopes } from './present.ts'
import { endOf, findToken, noteUse, stateWithAccount, type TokenState } from './store.ts'
import { isServiceToken } from './token.ts'

const minuteMs = 60_000

/**
 * Finds the service account by the token in the request's `Authorization` header. Nothing is cached, so that a revoked
 * token stops working at once on every replica.
 * @throws ApiError
 */
export async function authenticate(request: FastifyRequest, context: Context): Promise<MachineCaller> {
  rejectTokenInUrl(request)
  const token = readToken(request)
  const nowMs = context.now()
  // Every token needs one query, so that an unknown one takes as long as one that has ended.
  const found = await findToken(context.db, hashToken(token))
  if (!found) {
    await countAttempt(context, attemptToken(context, token, request.ip))
    throw invalidToken(isServiceToken(token) ? messages.unknown : messages.malformed)
  }
  const state = stateWithAccount(found, nowMs)
  if (state !== 'live') {
    await countAttempt(context, attemptToken(context, token, request.ip))
    throw invalidToken(messages[state], found.id)
  }
  if (!isFrom(request.ip, readNetworks(found)))
    throw new ApiError('forbidden', 'This service account can’t be used from this network.', {
      subject: `service_account:${found.id}`,
    })
  if (found.lastUsedAtMs === null || found.lastUsedAtMs <= nowMs - minuteMs)
    await noteUse(context.db, { id: found.tokenId, address: request.ip, nowMs })
  return {
    id: found.id,
    name: found.name,
    scopes: readScopes(found),
    token: { id: found.tokenId, endsAtMs: Math.min(endOf(found), found.endsAtMs ?? Infinity) },
  }
}

/** URLs are stored in logs and histories. */
function rejectTokenInUrl({ url }: FastifyRequest): void {
  if (!/[?&](?:access_token|token)=|[?&=]hc_[0-9a-f]{32}/i.test(decodeLoosely(url))) return
  throw new ApiError('invalid', 'A token in a URL is not accepted, and may have been logged on the way: revoke it.', {
    challenge: { error: 'invalid_request' },
    isRejection: true,
  })
}

function decodeLoosely(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function readToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +([^\s,]+) *$/i.exec(headers.authorization ?? '') ?? []
  if (token !== undefined) return token
  throw new ApiError('unauthenticated', 'Send the token of a service account: Authorization: Bearer hc_…', {
    challenge: {},
  })
}

const messages: Record<Exclude<TokenState, 'live'> | 'ended' | 'unknown' | 'malformed', string> = {
  expired: 'The token has expired. Create a new one.',
  revoked: 'The token was revoked. Create a new one.',
  rotated: 'The token was replaced by a newer one, and its overlap has ended. Use the newer one.',
  ended: 'The token was revoked with its service account.',
  unknown: 'This token is unknown.',
  malformed: 'This token is incomplete. Compare it with the one that was shown.',
}

/** @param accountId the account of a token that was real */
function invalidToken(message: string, accountId?: string): ApiError {
  return new ApiError('invalid_token', message, {
    challenge: { error: 'invalid_token', description: message },
    subject: accountId === undefined ? undefined : `service_account:${accountId}`,
  })
}

/** @param networks in CIDR notation; empty: any network */
function isFrom(ip: string, networks: string[]): boolean {
  if (networks.length === 0) return true
  const allowed = new BlockList()
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/')
    allowed.addSubnet(address, Number(prefix), familyOf(address))
  }
  return allowed.check(ip, familyOf(ip))
}

const familyOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')
