import { ConfigError } from './config-error.ts'
import { isDecodable } from './is-decodable.ts'
import { isLoopback } from './loopback.ts'
import { readNamedFile } from './secret-files.ts'

/** The maximum for one server. An import opens a few more connections. */
export const defaultPoolSize = 12

type PostgresUrl = {
  /** The URL without the TLS parameters. */
  connectionString: string
  /** Checks the certificate's authority and host name, only the authority, or uses no TLS. */
  tls: 'verify-full' | 'verify-ca' | 'off'
  /** PEM texts. Without `ca`, the authorities that Node.js trusts are used. */
  certificates: { ca?: string; cert?: string; key?: string }
}

// An unchecked certificate does not stop a man in the middle, so `require` checks it as in node-postgres, unlike libpq.
const modes = new Map<string, PostgresUrl['tls']>([
  ['disable', 'off'],
  ['require', 'verify-full'],
  ['verify-ca', 'verify-ca'],
  ['verify-full', 'verify-full'],
])
const certificateFiles = [
  ['ca', 'sslrootcert'],
  ['cert', 'sslcert'],
  ['key', 'sslkey'],
] as const

/**
 * Parses `postgres://user:password@host/database?sslmode=...`. For other machines, TLS is the default.
 * @returns the end of an error message if it is invalid
 */
export function readPostgresUrl(text: string): PostgresUrl | string {
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  // node-postgres, and PostgreSQL's own programs, which get the parts, would interpret each in another way.
  if (url && ![url.username, url.password, url.hostname, url.pathname].every(isDecodable)) {
    return 'must have % in its user, password and database written as %25'
  }
  const host = url && hostOf(url)
  if (!url || !host)
    return 'must look like postgres://user:password@host/database, and have @, #, /, : and % percent-encoded in user and password'
  if (url.searchParams.has('ssl') || url.searchParams.has('uselibpqcompat')) {
    return 'must configure TLS only by sslmode'
  }
  const certificates: PostgresUrl['certificates'] = {}
  for (const [name, parameter] of certificateFiles) {
    const file = takeParameter(url, parameter)
    if (file !== undefined) certificates[name] = readNamedFile(`${parameter} in DATABASE_URL`, file)
  }
  const isLocal = host.startsWith('/') || isLoopback(host)
  const wantsTls = !isLocal || Object.keys(certificates).length > 0
  const mode = takeParameter(url, 'sslmode') ?? (wantsTls ? 'verify-full' : 'disable')
  const tls = modes.get(mode)
  if (tls === undefined) return `allows only sslmode=${[...modes.keys()].join(', ')}`
  // Without a configured authority, a certificate issued to anyone by any public authority would be accepted.
  if (tls === 'verify-ca' && certificates.ca === undefined) return 'needs sslrootcert=FILE with sslmode=verify-ca'
  return { connectionString: url.href, tls, certificates }
}

/**
 * Inserts a password that is not percent-encoded into the URL.
 * @throws ConfigError if the URL already has a password, or no user
 */
export function addPassword(setting: string, databaseUrl: string | undefined, password: string): string {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl)
  if (!url?.username) throw new ConfigError(`DATABASE_PASSWORD must be set together with a user in ${setting}`)
  if (url.password) throw new ConfigError(`DATABASE_PASSWORD and a password in ${setting} must not both be set`)
  url.password = encodeURIComponent(password)
  return url.href
}

/** The host that node-postgres connects to: the parameter `host` takes precedence. */
function hostOf(url: URL): string {
  return url.searchParams.getAll('host').at(-1) || decodeURIComponent(url.hostname).toLowerCase()
}

/** The last value counts, as in node-postgres. */
function takeParameter(url: URL, name: string): string | undefined {
  const value = url.searchParams.getAll(name).at(-1)
  url.searchParams.delete(name)
  return value
}
