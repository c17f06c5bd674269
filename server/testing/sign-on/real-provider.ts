import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { Provider, type JWK } from 'oidc-provider'
import { client } from './client.ts'

type ProviderAccount = { email: string; email_verified?: boolean; name?: string; groups?: string[] }

/** A real OpenID Connect provider on this machine, with its own sign-in page, which accepts any password. */
export type RealProvider = {
  issuer: string
  /** The users, by the name with which they sign in, which is also their `sub`. Delete one to remove the access. */
  accounts: Map<string, ProviderAccount>
  /** From now on it signs with another key. */
  rotateKeys(): void
  stop(): Promise<void>
}

export async function startRealProvider(redirectUris: string[], port = 0): Promise<RealProvider> {
  const accounts = new Map<string, ProviderAccount>()
  // This is longer than any test: a connection that closes while it is used again would fail a request.
  const server = createServer({ keepAliveTimeout: 300_000 }, (request, response) => void handle(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const start = () => createProvider(issuer, redirectUris, accounts).callback()
  let handle = start()
  return {
    issuer,
    accounts,
    rotateKeys: () => void (handle = start()),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function createProvider(issuer: string, redirectUris: string[], accounts: RealProvider['accounts']): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' } as JWK
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'offline_access', 'groups'],
    // Claims are in the token, and every client that may have one gets a refresh token, as with most providers.
    conformIdTokenClaims: false,
    issueRefreshToken: async (_context, { grantTypeAllowed }) =>
      grantTypeAllowed.call(_context.oidc.client, 'refresh_token'),
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId)
      return account && { accountId, claims: () => ({ sub: accountId, ...account }) }
    },
    // The provider's own console needs no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId })
      grant.addOIDCScope('openid email profile groups offline_access')
      await grant.save()
      return grant
    },
  })
}
