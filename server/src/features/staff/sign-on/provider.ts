import type { Configuration } from 'openid-client'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import {
  type Claims,
  type ConfirmedIdentity,
  type GroupsFrom,
  isUsableSubject,
  needsGroups,
  readGroups,
  toIdentity,
} from './claims.ts'
import { load } from './discover.ts'
import { isAway, isEnd, notAsked, signOnFailed } from './provider-errors.ts'

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
  if (askedSinceMs !== null) requireNotAhead(token.auth_time, settings)
  const isMissing = token['email'] === undefined || (needsGroups(settings) && token['groups'] === undefined)
  const more = (isMissing && (await fetchMore(config, tokens.access_token, token.sub))) || {}
  // Both come from one source, because whether an email address is verified says nothing about another one.
  const { email, email_verified } = token['email'] === undefined ? more : token
  const claims: Claims = { ...more, ...token, email, email_verified }
  return {
    identity: toIdentity(claims, settings, {
      refreshToken: tokens.refresh_token,
      groupsFrom: token['groups'] !== undefined ? 'token' : more['groups'] !== undefined ? 'user_info' : null,
    }),
    claimNames: Object.keys(claims).filter((name) => claims[name] !== undefined),
  }
}

/** How far the provider's clock may be ahead. */
const mayBeAheadMs = 5 * 60_000

/** The library only rejects a sign-in at the provider that is too long ago. */
function requireNotAhead(askedAtSeconds: number | undefined, { name }: SignOnSettings): void {
  if (askedAtSeconds !== undefined && askedAtSeconds * 1_000 <= Date.now() + mayBeAheadMs) return
  throw signOnFailed(notAsked(name))
}

/** The claims at the provider's user-info URL; undefined if it has none. */
async function fetchMore(config: Configuration, accessToken: string, subject: string): Promise<Claims | undefined> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return undefined
  const client = await load()
  return client.fetchUserInfo(config, accessToken, subject)
}

/** What the provider says about a user's access, and the next refresh token. */
export type Renewal = { refreshToken: string } & (
  | { outcome: 'removed' }
  /** `isSilent`: the response that contained the groups at the sign-in contains none. No settings need them: none. */
  | { outcome: 'confirmed'; groups: string[]; isSilent: boolean }
  /** It cannot be reached, or responded with something that says nothing about the access. */
  | { outcome: 'away' | 'unclear'; error: unknown }
)

export type KnownSession = { refreshToken: string; subject: string; groupsFrom: GroupsFrom | null }

/** Asks the provider whether a user still has access. */
export async function renew(
  config: Configuration,
  { refreshToken, subject, groupsFrom }: KnownSession,
  settings: SignOnSettings,
): Promise<Renewal> {
  const client = await load()
  // The former refresh token is used up by a response, so the next one must not be lost if something fails after that.
  let next = refreshToken
  let isRenewed = false
  try {
    const tokens = await client.refreshTokenGrant(config, refreshToken)
    next = tokens.refresh_token ?? refreshToken
    isRenewed = true
    const token = tokens.claims()
    if (token && token.sub !== subject) return { refreshToken: next, outcome: 'removed' }
    if (!needsGroups(settings)) return { refreshToken: next, outcome: 'confirmed', groups: [], isSilent: false }
    const isTold = token?.['groups'] !== undefined
    const asksMore = !isTold && !(token && groupsFrom === 'token')
    const more = asksMore ? await fetchMore(config, tokens.access_token, subject) : undefined
    const claims = isTold ? token : more
    const isSilent = claims?.['groups'] === undefined
    const hasSource = groupsFrom === 'user_info' ? more !== undefined : token !== undefined
    if (isSilent && !hasSource) throw new Error('the response that contained the groups is missing')
    return { refreshToken: next, outcome: 'confirmed', groups: readGroups(claims ?? {}) ?? [], isSilent }
  } catch (error) {
    if (!isRenewed && isEnd(error)) return { refreshToken: next, outcome: 'removed' }
    return { refreshToken: next, outcome: isAway(error) ? 'away' : 'unclear', error }
  }
}
