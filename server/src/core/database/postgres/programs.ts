import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readPostgresUrl } from '../../settings/postgres-url.ts'

export type PostgresProgram = { file: string; major: number }

/** The folders in which packages install each version of the programs. */
const packageFolders = [
  ['/usr/lib/postgresql', '', 'bin'],
  ['/usr', 'pgsql-', 'bin'],
] as const
const publicAuthorities = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Finds PostgreSQL's own program, of the server's version or the next newer one that is installed.
 * @throws Error with what is missing
 */
export async function getPostgresProgram(name: string, serverMajor: number): Promise<PostgresProgram> {
  const found: PostgresProgram[] = []
  for (const folder of [...(process.env['PATH'] ?? '').split(path.delimiter), ...(await foldersOfPackages())]) {
    const major = folder === '' ? undefined : await findMajor(path.join(folder, name))
    if (major !== undefined) found.push({ file: path.join(folder, name), major })
  }
  const [best] = found.filter(({ major }) => major >= serverMajor).sort((one, other) => one.major - other.major)
  if (best) return best
  const newest = Math.max(...found.map(({ major }) => major))
  const state = found.length === 0 ? 'none is installed' : `the newest here is ${newest}`
  throw new Error(
    `${name} ${serverMajor} or newer is needed for this PostgreSQL server, and ${state}. ` +
      `Install it (Debian: apt-get install postgresql-client-${serverMajor}).`,
  )
}

async function foldersOfPackages(): Promise<string[]> {
  const folders = packageFolders.map(async ([base, prefix, last]) => {
    const names = await readdir(base).catch(() => [])
    return names.filter((each) => each.startsWith(prefix)).map((each) => path.join(base, each, last))
  })
  return (await Promise.all(folders)).flat()
}

async function findMajor(file: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'])
    const [, major] = /\) (\d+)/.exec(stdout) ?? []
    return major === undefined ? undefined : Number(major)
  } catch {
    return undefined
  }
}

/** Passes the connection in the environment, because other users of the machine can read arguments. */
export function programEnvironment(databaseUrl: string, { major }: PostgresProgram): NodeJS.ProcessEnv {
  const parsed = readPostgresUrl(databaseUrl)
  if (typeof parsed === 'string') throw new Error(`DATABASE_URL ${parsed}`)
  const url = new URL(databaseUrl)
  const named = (name: string) => url.searchParams.getAll(name).at(-1)
  const part = (text: string) => decodeURIComponent(text) || undefined
  const authorities =
    named('sslrootcert') ?? process.env['NODE_EXTRA_CA_CERTS'] ?? (major >= 16 ? 'system' : publicAuthorities)
  return {
    PATH: process.env['PATH'],
    PGHOST: named('host') ?? part(url.hostname.replace(/^\[(.*)\]$/, '$1')),
    PGPORT: named('port') ?? part(url.port),
    PGUSER: named('user') ?? part(url.username),
    PGPASSWORD: part(url.password),
    PGDATABASE: part(url.pathname.slice(1)),
    PGSSLMODE: parsed.tls === 'off' ? 'disable' : parsed.tls,
    ...(parsed.tls !== 'off' && { PGSSLROOTCERT: authorities }),
    PGSSLCERT: named('sslcert'),
    PGSSLKEY: named('sslkey'),
    PGAPPNAME: 'health-console',
  }
}
