import { isLoopback } from './loopback.ts'
import { readNamedFile } from './secret-files.ts'

export type PostgresAddress = {
  /** Without what is said about TLS. */
  connectionString: string
  /** The certificate's authority and host name are checked, its authority alone, or there is no TLS at all. */
  tls: 'verify-full' | 'verify-ca' | 'off'
  /** PEM texts. Without `ca` the authorities that Node.js trusts count. */
  certificates: { ca?: string; cert?: string; key?: string }
}

// An unchecked certificate would keep nobody out who can stand in the way, so `require` is as strict as node-postgres
// has it, not as libpq has it.
const modes = {
  disable: 'off',
  require: 'verify-full',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
} as const
const certificateFiles = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const

/**
 * Reads `postgres://user:password@host/database?sslmode=...`. Beyond this machine TLS is the default.
 * @returns a sentence when it cannot be used
 */
export function readPostgresUrl(text: string): PostgresAddress | string {
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  const host = url && hostOf(url)
  if (!url || !host) return 'must look like postgres://user:password@host/database'
  if (url.searchParams.has('ssl') || url.searchParams.has('uselibpqcompat')) {
    return 'must say how TLS is used by sslmode alone'
  }
  const certificates: PostgresAddress['certificates'] = {}
  for (const [name, parameter] of Object.entries(certificateFiles) as [keyof typeof certificateFiles, string][]) {
    const file = takeParameter(url, parameter)
    if (file !== undefined) certificates[name] = readNamedFile(`${parameter} in DATABASE_URL`, file)
  }
  const isLocal = host.startsWith('/') || isLoopback(host)
  const wantsTls = !isLocal || Object.keys(certificates).length > 0
  const mode = takeParameter(url, 'sslmode') ?? (wantsTls ? 'verify-full' : 'disable')
  if (!Object.hasOwn(modes, mode)) return `knows sslmode=${Object.keys(modes).join(', ')} only`
  const tls = modes[mode as keyof typeof modes]
  // Any public authority signs a certificate for somebody.
  if (tls === 'verify-ca' && certificates.ca === undefined) return 'needs sslrootcert=FILE with sslmode=verify-ca'
  return { connectionString: url.href, tls, certificates }
}

/** Where node-postgres connects to: the parameter `host` wins. */
function hostOf(url: URL): string {
  return url.searchParams.getAll('host').at(-1) || decodeURIComponent(url.hostname).toLowerCase()
}

/** The last one counts, as node-postgres reads them. */
function takeParameter(url: URL, name: string): string | undefined {
  const value = url.searchParams.getAll(name).at(-1)
  url.searchParams.delete(name)
  return value
}
