import * as z from 'zod/mini'
import { AvatarColor } from './admins.ts'
import { endpoint } from './http/endpoint.ts'
import { findMixed, Scope } from './scopes.ts'
import { Id, Name } from './values/text.ts'

/** How many days a token is valid by default, and at most. */
export const tokenDays = { usual: 90, most: 365 }
/** How many hours older tokens remain valid after a rotation by default, and at most. */
export const overlapHours = { usual: 24, most: 168 }

export const ServiceToken = z.object({
  /** The part of the token after `hc_`, which is not secret. */
  id: z.string(),
  /** ISO 8601, UTC, like all times here. */
  createdAt: z.string(),
  /** When it stops working, because it expires or the overlap after a rotation ends. */
  endsAt: z.string(),
  /** `rotated`: a newer one replaced it; it still works while `endsAt` is in the future. */
  state: z.enum(['live', 'rotated', 'expired', 'revoked']),
  lastUsedAt: z.nullable(z.string()),
  /** The IP address of the last use; empty if it was never used. */
  lastAddress: z.string(),
})
export type ServiceToken = z.infer<typeof ServiceToken>

export const ServiceAccount = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  /** In CIDR notation. Empty: any network. */
  networks: z.array(z.string()),
  owner: z.object({ id: z.string(), fullName: z.string(), email: z.string(), color: AvatarColor }),
  createdAt: z.string(),
  /**
   * The owner lost access: the account will be disabled at this time unless another super admin takes it over. Null:
   * the account has no end.
   */
  endsAt: z.nullable(z.string()),
  /** The newest first; listed for 90 days after they end. */
  tokens: z.array(ServiceToken),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

const Scopes = z.array(Scope).check(
  z.minLength(1, 'Choose at least one scope'),
  z.refine((scopes) => new Set(scopes).size === scopes.length, 'Scopes must be unique'),
  z.refine(
    (scopes) => findMixed(scopes) !== 'users:erase',
    'An account that erases users cannot also write users or reports',
  ),
  z.refine(
    (scopes) => findMixed(scopes) !== 'accesses:read',
    'An account that reads who viewed users cannot have other scopes',
  ),
)

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4Network = new RegExp(String.raw`^(?:${octet}\.){3}${octet}/(?:3[0-2]|[12]?\d)$`)
const ipv6Network = /^([\da-f:]+)\/(?:12[0-8]|1[01]\d|[1-9]?\d)$/i

/**
 * Equivalent to zod's own checks, which would add a kilobyte to every page; the IPv4 notation inside an IPv6 address is
 * not supported.
 */
const isNetwork = (text: string) => ipv4Network.test(text) || isIpv6(ipv6Network.exec(text)?.[1] ?? '')

/** Eight groups, or fewer with one `::` in place of the others. */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const isWhole = halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8
  return isWhole && groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
}

const Network = z.string().check(z.refine(isNetwork, 'Must be a network such as 192.0.2.0/24 or 2001:db8::/48'))
const Networks = z.array(Network).check(z.maxLength(20, 'At most 20 networks'))

const ById = z.strictObject({ id: Id })
const Answer = z.object({ data: ServiceAccount })

export const listServiceAccounts = endpoint({
  name: 'listServiceAccounts',
  method: 'GET',
  path: '/v1/service-accounts',
  summary: 'The service accounts that are not revoked, oldest first, with their tokens',
  response: z.object({ data: z.array(ServiceAccount) }),
})

export const createServiceAccount = endpoint({
  name: 'createServiceAccount',
  method: 'POST',
  path: '/v1/service-accounts',
  summary: 'Create a service account, owned by the caller; it has no token yet',
  body: z.strictObject({ name: Name, scopes: Scopes, networks: z.optional(Networks) }),
  response: Answer,
  status: 201,
})

export const changeServiceAccount = endpoint({
  name: 'changeServiceAccount',
  method: 'PATCH',
  path: '/v1/service-accounts/{id}',
  summary: 'Rename a service account, or change the networks from which it may be used. Its scopes do not change',
  params: ById,
  body: z.strictObject({ name: z.optional(Name), networks: z.optional(Networks) }),
  response: Answer,
})

export const takeOverServiceAccount = endpoint({
  name: 'takeOverServiceAccount',
  method: 'POST',
  path: '/v1/service-accounts/{id}/takeover',
  summary: 'Take over a service account: the caller becomes its owner, and its scheduled end is cancelled',
  params: ById,
  response: Answer,
})

export const endServiceAccount = endpoint({
  name: 'endServiceAccount',
  method: 'DELETE',
  path: '/v1/service-accounts/{id}',
  summary: 'Revoke a service account permanently, with all its tokens',
  params: ById,
  status: 204,
})

export const createServiceToken = endpoint({
  name: 'createServiceToken',
  method: 'POST',
  path: '/v1/service-accounts/{id}/tokens',
  summary:
    'Create a token, which is shown once. Earlier tokens stop working after the overlap, which should be 0 hours after a leak. At most two tokens work at the same time',
  params: ById,
  body: z.strictObject({
    expiresInDays: z._default(
      z.int().check(z.gte(1, 'At least 1 day'), z.lte(tokenDays.most, `At most ${tokenDays.most} days`)),
      tokenDays.usual,
    ),
    overlapHours: z._default(
      z.int().check(z.gte(0, 'At least 0 hours'), z.lte(overlapHours.most, `At most ${overlapHours.most} hours`)),
      overlapHours.usual,
    ),
  }),
  response: z.object({
    data: z.object({
      /** The whole secret. Only its SHA-256 is stored, so it cannot be shown again. */
      token: z.string(),
      id: z.string(),
      expiresAt: z.string(),
    }),
  }),
  status: 201,
})

export const revokeServiceToken = endpoint({
  name: 'revokeServiceToken',
  method: 'DELETE',
  path: '/v1/service-accounts/{id}/tokens/{tokenId}',
  summary: 'Revoke a token immediately',
  params: z.strictObject({ id: Id, tokenId: Id }),
  status: 204,
})

export const whoami = endpoint({
  name: 'whoami',
  method: 'GET',
  path: '/machine/v1/whoami',
  summary: 'The service account of the token, and when the token expires',
  response: z.object({
    data: z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(Scope),
      token: z.object({ id: z.string(), endsAt: z.string() }),
    }),
  }),
})
