import type { Configuration } from 'openid-client'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { type Claims, type ConfirmedIdentity, isUsableSubject, needsGroups, readGroups, toIdentity } from './claims.ts'
import { load } from './discover.ts'
import { isEnd, signOnFailed } from './provider-errors.ts'

/** What the provider's response is checked against. */
export type Expected = {
  state: string
  nonce: string
  verifier: string
  /** If set, the provider must have asked for credentials since then. */
  askedSinceMs: number | null
}

/** The URL at the provider to send the browser to. */
export async function authorizationUrlOf(
  config: Configuration,
  { state, nonce, verifier, askedSinceMs }: Expected,
  { redirectUri, email }: { redirectUri: string; email?: string | undefined },
): Promise<string> {
  const client = await load()
  const { scopes_supported: scopes = [] } = config.serverMetadata()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    // With a refresh token, the provider can be asked later whether the user still has access.
    scope: ['openid', 'email', 'profile', ...['groups', 'offline_access'].filter((each) => scopes.includes(each))].join(
      ' ',
    ),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // With this parameter, the provider must report when it asked for credentials. The standard allows 0 as well, but
    // not every provider accepts that.
    ...(askedSinceMs !== null && { prompt: 'login', max_age: '1' }),
    ...(email !== undefined && { login_hint: email }),
  })
  return url.href
}

/**
 * Exchanges the provider's response for the identity of a user. Checks signature, issuer, audience, nonce, state,
 * expiry, and when the provider asked for credentials.
 * @param answer the URL to which the provider sent the browser
 * @returns also the names of the provider's claims
 */
export async function getIdentity(
  config: Configuration,
  answer: URL,
  { state, nonce, verifier, askedSinceMs }: Expected,
  settings: SignOnSettings,
): Promise<{ identity: ConfirmedIdentity; claimNames: string[] }> {
  const client = await load()
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(askedSinceMs !== null && { maxAge: Math.max(0, Math.ceil((Date.now() - askedSinceMs) / 1000)) }),
  })
  const token = tokens.claims()
  if (!token) throw signOnFailed('The response from the provider contains no identity.')
  if (!isUsableSubject(token.sub)) throw signOnFailed(`${settings.name} didn’t identify you. Contact a super admin.`)
  const isMissing = token['email'] === undefined || (needsGroups(settings) && token['groups'] === undefined)
  const more = isMissing ? await fetchMore(config, tokens.access_token, token.sub) : {}
  // Both come from one source, because whether an email address is verified says nothing about another one.
  const { email, email_verified } = token['email'] === undefined ? more : token
  const claims: Claims = { ...more, ...token, email, email_verified }
  return {
    identity: toIdentity(claims, settings, tokens.refresh_token),
    claimNames: Object.keys(claims).filter((name) => claims[name] !== undefined),
  }
}

/** The claims at the provider's user-info URL; empty if it has none. */
async function fetchMore(config: Configuration, accessToken: string, subject: string): Promise<Claims> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  const client = await load()
  return client.fetchUserInfo(config, accessToken, subject)
}

/** The next refresh token, and the groups, null if the provider does not send them again. */
type Renewal = { refreshToken: string; groups: string[] | null }

/**
 * Whether the provider still knows the user.
 * @returns null if the access has ended
 * @throws if the provider cannot be reached
 */
export async function renew(
  config: Configuration,
  { refreshToken, subject }: { refreshToken: string; subject: string },
  settings: SignOnSettings,
): Promise<Renewal | null> {
  const client = await load()
  try {
    const tokens = await client.refreshTokenGrant(config, refreshToken)
    const token = tokens.claims()
    if (token && token.sub !== subject) return null
    const isMissing = needsGroups(settings) && token?.['groups'] === undefined
    // The former refresh token is used up, so the next one must not be lost if something fails here.
    const more = isMissing ? await fetchMore(config, tokens.access_token, subject).catch(() => ({})) : {}
    return { refreshToken: tokens.refresh_token ?? refreshToken, groups: readGroups({ ...more, ...token }) }
  } catch (error) {
    if (isEnd(error)) return null
    throw error
  }
}
