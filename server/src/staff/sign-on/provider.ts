import { Email } from '@health-console/contract/text.ts'
import type { Configuration } from 'openid-client'
import type { SignOnSettings } from '../../settings/sign-on.ts'
import { fetchLimited } from './fetch-limited.ts'
import { signOnFailed } from './provider-errors.ts'

/** How long to wait for each of up to four requests to a slow provider. */
const timeoutSeconds = 5

/** What the provider's answer is checked against. */
export type Expected = {
  state: string
  nonce: string
  verifier: string
  /** If set, the provider must have asked for credentials since then. */
  askedSinceMs: number | null
}

/** What the provider has proved about a person. */
export type Proof = {
  subject: string
  /** Null unless the provider has verified it, and it is an address that the console accepts. */
  email: string | null
  fullName: string
  /** Null if the provider does not say. */
  groups: string[] | null
  refreshToken: string | null
}

/** Loaded on first use, because most consoles have no provider. */
const load = () => import('openid-client')

/** Fetches the provider's addresses and keys each time: they may change, and no cache has to be shared or expire. */
export async function discover({ issuer, clientId, clientSecret }: SignOnSettings): Promise<Configuration> {
  const client = await load()
  const url = new URL(issuer)
  return client.discovery(url, clientId, clientSecret, authenticate(client, clientSecret), {
    timeout: timeoutSeconds,
    [client.customFetch]: fetchLimited,
    execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
  })
}

/** The address at the provider to send the browser to. */
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
 * Exchanges the provider's answer for a proof. Checks signature, issuer, audience, nonce, state, expiry, and when the
 * provider asked for credentials.
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
  // Other addresses belong to nobody here, and some turn into one of ours in lower case.
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

/** Sends the secret in the header, the default of the standard, unless the provider only accepts it in the body. */
function authenticate(client: Client, secret: string): ReturnType<Client['ClientSecretPost']> {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const way = methods.includes('client_secret_basic') ? inHeader : inBody
    return way(server, metadata, body, headers)
  }
}
