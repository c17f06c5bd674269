import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { client } from './client.ts'

type Json = Record<string, unknown>

/** How it misbehaves; nothing else is changed. */
export type Misbehaviour = {
  /** Changes its description of itself. */
  metadata?: Json
  /** Changes the claims of the identity token. */
  claims?: (claims: Json) => Json
  /** Changes the token's header, and so whether it is signed. */
  header?: Json
  /** Signs with a key that it does not publish. */
  foreignKey?: boolean
  /** Issues no refresh token. */
  noRefresh?: boolean
  /** Issues this refresh token instead of the usual one. */
  refreshToken?: string
  /** Issues no identity token. */
  noIdentity?: boolean
  /** Responds itself to a request for more claims. */
  userInfo?: (response: ServerResponse) => void
  /** Responds itself to a request for tokens. */
  token?: (response: ServerResponse) => void
  /** Responds itself to every request. */
  everything?: (response: ServerResponse) => void
  /** Changes the query with which the browser is sent back. */
  answer?: (query: URLSearchParams) => void
}

/** A provider that never asks for credentials, and misbehaves on demand. It ends with the test. */
export type FakeProvider = {
  issuer: string
  /** The user who is signed in there. */
  person: Json
  /** The claims at its user-info URL; undefined: it has none. */
  userInfo: Json | undefined
  misbehaves: Misbehaviour
  /** Opens the URL as the user. @returns the query with which the browser is sent back */
  visit(url: string): string
  /** How many requests for tokens there were. */
  tokenRequests: number
  userInfoRequests: number
  /** How the console authenticated itself at the last one. */
  credentials: { authorization: string | undefined; body: URLSearchParams }
}

// The keys are created once for all tests, because creating them takes longer than most tests.
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startFakeProvider(): Promise<FakeProvider> {
  const nonces = new Map<string, string>()
  // This is longer than any test: a connection that closes while it is used again would fail a request.
  const server = createServer({ keepAliveTimeout: 300_000 }, (request, response) => {
    if (fake.misbehaves.everything) return fake.misbehaves.everything(response)
    const path = request.url ?? ''
    if (path === '/.well-known/openid-configuration')
      return send(response, { ...metadataOf(fake), ...fake.misbehaves.metadata })
    if (path === '/user-info' && fake.userInfo) {
      fake.userInfoRequests += 1
      if (fake.misbehaves.userInfo) return fake.misbehaves.userInfo(response)
      return send(response, fake.userInfo)
    }
    if (path === '/jwks') return send(response, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'a' }] })
    if (path !== '/token') return void response.writeHead(404).end()
    let body = ''
    request.on('data', (text) => (body += text))
    request.on('end', () => {
      fake.tokenRequests += 1
      fake.credentials = { authorization: request.headers.authorization, body: new URLSearchParams(body) }
      if (fake.misbehaves.token) return fake.misbehaves.token(response)
      const code = new URLSearchParams(body).get('code') ?? ''
      return send(response, {
        access_token: 'an-access-token',
        token_type: 'Bearer',
        ...(!fake.misbehaves.noRefresh && { refresh_token: fake.misbehaves.refreshToken ?? 'a-refresh-token' }),
        ...(!fake.misbehaves.noIdentity && { id_token: tokenOf(code) }),
      })
    })
  })

  function tokenOf(code: string): string {
    const { header, claims = (same) => same, foreignKey } = fake.misbehaves
    const now = Math.floor(Date.now() / 1000)
    const nonce = nonces.get(code)
    const base = { iss: fake.issuer, aud: client.id, iat: now, exp: now + 300, auth_time: now, nonce, ...fake.person }
    return jwt({ alg: 'RS256', kid: 'a', ...header }, claims(base), foreignKey ? foreign.privateKey : keys.privateKey)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const fake: FakeProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    userInfo: undefined,
    misbehaves: {},
    tokenRequests: 0,
    userInfoRequests: 0,
    credentials: { authorization: undefined, body: new URLSearchParams() },
    visit(url) {
      const parameters = new URL(url).searchParams
      const code = randomUUID()
      nonces.set(code, parameters.get('nonce') ?? '')
      const query = new URLSearchParams({ code, state: parameters.get('state') ?? '', iss: fake.issuer })
      fake.misbehaves.answer?.(query)
      return query.toString()
    },
  }
  return fake
}

const metadataOf = ({ issuer, userInfo }: FakeProvider) => ({
  issuer,
  ...(userInfo && { userinfo_endpoint: `${issuer}/user-info` }),
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
})

function send(response: ServerResponse, body: Json): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function jwt(header: Json, claims: Json, key: KeyObject): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = header['alg'] === 'none' ? '' : sign('RSA-SHA256', Buffer.from(parts), key).toString('base64url')
  return `${parts}.${signature}`
}
