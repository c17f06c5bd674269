import { Email } from '@health-console/contract/text.ts'
import type { Configuration } from 'openid-client'
import type { SignOnSettings } from '../../settings/sign-on.ts'
import { fetchLittle } from './fetch-little.ts'
import { signOnFailed } from './provider-errors.ts'

/** A provider that answers slowly keeps a person waiting no longer, for each of up to four requests. */
const timeoutSeconds = 5

/** What the answer of the provider is checked against. */
export type Expected = {
  state: string
  nonce: string
  verifier: string
  /** Set where the provider has to have asked who it is: since when. */
  askedSinceMs: number | null
}

/** What the provider has proved about a person. */
export type Proof = {
  subject: string
  /** Null unless the provider has verified it, and it is an address that the console accepts. */
  email: string | null
  fullName: string
  /** Null where the provider does not say. */
  groups: string[] | null
  refreshToken: string | null
}

/** Loaded on first use: most consoles have no provider. */
const load = () => import('openid-client')

/**
 * Asks the provider for its addresses and keys anew each time: it may change them, and nothing has to be shared or to
 * expire.
 */
export async function discover({ issuer, clientId, clientSecret }: SignOnSettings): Promise<Configuration> {
  const client = await load()
  const url = new URL(issuer)
  return client.discovery(url, clientId, clientSecret, authenticate(client, clientSecret), {
    timeout: timeoutSeconds,
    [client.customFetch]: fetchLittle,
    execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
  })
}

/** The address to send the browser to. */
export async function addressOf(
  config: Configuration,
  { state, nonce, verifier, askedSinceMs }: Expected,
  { redirectUri, email }: { redirectUri: string; email?: string | undefined },
): Promise<string> {
  const client = await load()
  const { scopes_supported: scopes = [] } = config.serverMetadata()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    // With a refresh token the provider can be asked later whether the person still has access.
    scope: ['openid', 'email', 'profile', ...['groups', 'offline_access'].filter((each) => scopes.includes(each))].join(
      ' ',
    ),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(askedSinceMs !== null && { prompt: 'login', max_age: '0' }),
    ...(email !== undefined && { login_hint: email }),
  })
  return url.href
}

/**
 * Exchanges the answer that the browser brings back for a proof: signature, issuer, audience, nonce, state, expiry, and
 * when it was asked, are checked.
 * @param answer the address that the provider sent the browser to
 */
export async function prove(
  config: Configuration,
  answer: URL,
  { state, nonce, verifier, askedSinceMs }: Expected,
  needsGroups: boolean,
): Promise<Proof> {
  const client = await load()
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(askedSinceMs !== null && { maxAge: Math.max(0, Math.ceil((Date.now() - askedSinceMs) / 1000)) }),
  })
  const token = tokens.claims()
  if (!token) throw signOnFailed('The answer of the provider holds no identity.')
  const isMissing = token['email'] === undefined || (needsGroups && token['groups'] === undefined)
  const more = isMissing ? await fetchMore(config, tokens.access_token, token.sub) : {}
  return toProof({ ...more, ...token }, tokens.refresh_token)
}

/** What the provider says of a person at the user-info address; nothing where it has none. */
async function fetchMore(config: Configuration, accessToken: string, subject: string): Promise<object> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  const client = await load()
  return client.fetchUserInfo(config, accessToken, subject)
}

/** The next refresh token, and the groups, null where the provider does not say them again. */
type Renewal = { refreshToken: string; groups: string[] | null }

/**
 * Whether the provider still knows the person.
 * @returns null when the access has ended
 * @throws when the provider cannot be asked
 */
export async function renew(
  config: Configuration,
  { refreshToken, subject }: { refreshToken: string; subject: string },
  needsGroups: boolean,
): Promise<Renewal | null> {
  const client = await load()
  try {
    const tokens = await client.refreshTokenGrant(config, refreshToken)
    const token = tokens.claims()
    if (token && token.sub !== subject) return null
    const isMissing = needsGroups && token?.['groups'] === undefined
    // The former refresh token is used up: the next one must not be lost to a failure here.
    const more = isMissing ? await fetchMore(config, tokens.access_token, subject).catch(() => ({})) : {}
    return { refreshToken: tokens.refresh_token ?? refreshToken, groups: readGroups({ ...more, ...token }) }
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return null
    throw error
  }
}

function toProof(claims: Record<string, unknown>, refreshToken: string | undefined): Proof {
  const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true'
  // Other addresses are nobody's here, and some become one of ours in lower case.
  const email = isVerified ? Email.safeParse(textOf('email')).data : undefined
  return {
    subject: textOf('sub'),
    email: email ?? null,
    fullName: textOf('name'),
    groups: readGroups(claims),
    refreshToken: refreshToken ?? null,
  }
}

function readGroups({ groups }: Record<string, unknown>): string[] | null {
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : null
}

type Client = Awaited<ReturnType<typeof load>>

/** The secret in the header, as the standard's default, unless the provider takes it in the body alone. */
function authenticate(client: Client, secret: string): ReturnType<Client['ClientSecretPost']> {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const way = methods.includes('client_secret_basic') ? inHeader : inBody
    return way(server, metadata, body, headers)
  }
}
