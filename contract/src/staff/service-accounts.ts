import * as z from 'zod/mini'
import { IsoTime, describe } from '../values/describe.ts'
import { AvatarColor } from './admins.ts'
import { endpoint } from '../http/endpoint.ts'
import { toPlainInput } from '../values/typed-text.ts'
import { findMixed, Scope } from './scopes.ts'
import { Id, Name } from '../values/text.ts'

/** How many days a token is valid by default, and at most. */
export const tokenDays = { usual: 90, most: 365 }
/** How many hours older tokens remain valid after a rotation by default, and at most. */
export const overlapHours = { usual: 24, most: 168 }

export const ServiceToken = z.object({
  id: describe(z.string(), 'The part of the token after `hc_`, which is not secret.'),
  createdAt: describe(IsoTime, 'When it was created.'),
  endsAt: describe(IsoTime, 'When it stops working, because it expires or the overlap after a rotation ends.'),
  state: describe(
    z.enum(['live', 'rotated', 'expired', 'revoked']),
    '`rotated`: a newer one replaced it; it still works while `endsAt` is in the future.',
  ),
  lastUsedAt: describe(z.nullable(IsoTime), 'When it was last used; null if never.'),
  lastAddress: describe(z.string(), 'The IP address of the last use; empty if it was never used.'),
})
export type ServiceToken = z.infer<typeof ServiceToken>

export const ServiceAccount = z.object({
  id: describe(z.string(), 'The ID of the service account.'),
  name: describe(z.string(), 'The name by which admins recognise the client.'),
  scopes: describe(z.array(Scope), 'What it may do.'),
  networks: describe(
    z.array(z.string()),
    'The networks from which it may be used, in CIDR notation. Empty: any network.',
  ),
  owner: describe(
    z.object({
      id: describe(z.string(), 'The ID of the admin.'),
      fullName: describe(z.string(), 'The name of the admin who is responsible.'),
      email: describe(z.string(), 'The email address.'),
      color: describe(AvatarColor, 'The colour of the avatar.'),
    }),
    'The super admin who is responsible for it.',
  ),
  createdAt: describe(IsoTime, 'When it was created.'),
  endsAt: describe(
    z.nullable(IsoTime),
    'The owner lost access: the account will be disabled at this time unless another super admin takes it over. Null: the account has no end.',
  ),
  tokens: describe(z.array(ServiceToken), 'Its tokens, newest first; listed for 90 days after they end.'),
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

const Network = z
  .string()
  .check(z.overwrite(toPlainInput), z.refine(isNetwork, 'Must be a network such as 192.0.2.0/24 or 2001:db8::/48'))
const Networks = z.array(Network).check(z.maxLength(20, 'At most 20 networks'))

const ById = z.strictObject({ id: describe(Id, 'The ID of the service account.') })
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
  returns: 'The new service account',
  body: z.strictObject({
    name: describe(Name, 'A name by which admins recognise the client.'),
    scopes: describe(Scopes, 'What it may do.'),
    networks: describe(
      z.optional(Networks),
      'The networks from which it may be used, in CIDR notation. Absent or empty: any network.',
    ),
  }),
  response: Answer,
  status: 201,
})

export const changeServiceAccount = endpoint({
  name: 'changeServiceAccount',
  method: 'PATCH',
  path: '/v1/service-accounts/{id}',
  summary: 'Rename a service account, or change the networks from which it may be used. Its scopes do not change',
  returns: 'The changed service account',
  params: ById,
  body: z.strictObject({
    name: describe(z.optional(Name), 'The new name. Absent: it stays.'),
    networks: describe(
      z.optional(Networks),
      'The new networks, in CIDR notation; empty: any network. Absent: they stay.',
    ),
  }),
  response: Answer,
})

export const takeOverServiceAccount = endpoint({
  name: 'takeOverServiceAccount',
  method: 'POST',
  path: '/v1/service-accounts/{id}/takeover',
  summary: 'Take over a service account: the caller becomes its owner, and its scheduled end is cancelled',
  returns: 'The service account with its new owner',
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
  returns: 'The token, which cannot be read again',
  params: ById,
  body: z.strictObject({
    expiresInDays: describe(
      z._default(
        z.int().check(z.gte(1, 'At least 1 day'), z.lte(tokenDays.most, `At most ${tokenDays.most} days`)),
        tokenDays.usual,
      ),
      'After how many days the token stops working.',
    ),
    overlapHours: describe(
      z._default(
        z.int().check(z.gte(0, 'At least 0 hours'), z.lte(overlapHours.most, `At most ${overlapHours.most} hours`)),
        overlapHours.usual,
      ),
      'For how many hours the earlier tokens still work.',
    ),
  }),
  response: z.object({
    data: z.object({
      token: describe(z.string(), 'The whole secret. Only its SHA-256 is stored, so it cannot be shown again.'),
      id: describe(z.string(), 'The part of the token after `hc_`, which is not secret.'),
      expiresAt: describe(IsoTime, 'When it stops working.'),
    }),
  }),
  status: 201,
})

export const revokeServiceToken = endpoint({
  name: 'revokeServiceToken',
  method: 'DELETE',
  path: '/v1/service-accounts/{id}/tokens/{tokenId}',
  summary: 'Revoke a token immediately',
  params: z.strictObject({
    id: describe(Id, 'The ID of the service account.'),
    tokenId: describe(Id, 'The ID of the token to revoke.'),
  }),
  status: 204,
})

export const whoami = endpoint({
  name: 'whoami',
  method: 'GET',
  path: '/machine/v1/whoami',
  summary: 'The service account of the token, and when the token expires',
  response: z.object({
    data: z.object({
      id: describe(z.string(), 'The ID of the service account.'),
      name: describe(z.string(), 'The name by which admins recognise the client.'),
      scopes: describe(z.array(Scope), 'What it may do.'),
      token: describe(
        z.object({
          id: describe(z.string(), 'The part of the token after `hc_`, which is not secret.'),
          endsAt: describe(IsoTime, 'When it stops working.'),
        }),
        'The token of the request.',
      ),
    }),
  }),
})
