import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findProgram } from '../processes/find-program.ts'
import { freePort } from '../processes/free-port.ts'
import { accountOf } from './private-postgres.ts'

const sample = path.resolve(import.meta.dirname, '../../../deploy/pgbouncer.ini')
const startTimeoutMs = 60_000
/** The connections to each database. */
export const pgBouncerConnections = 8

type PgBouncer = {
  url: string
  /** Stops as a service does, and starts again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real PgBouncer with the configuration from deploy/, in front of a PostgreSQL server, for all its databases and
 * roles. It has few connections for many clients, so that these really share them.
 * @param serverUrl the URL of a superuser
 * @param authority the authority of the server's certificate, which is then checked as the sample says; otherwise there
 * is no TLS
 */
export async function startPgBouncer(serverUrl: string, authority?: string): Promise<PgBouncer> {
  const program = findProgram('pgbouncer')
  if (program === undefined) throw new Error('PgBouncer is missing (Debian: apt-get install pgbouncer)')
  const server = new URL(serverUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'console-pgbouncer-'))
  const port = await freePort()
  const users = path.join(folder, 'users.txt')
  const certificate = path.join(folder, 'authority.pem')
  writeFileSync(certificate, authority ?? '')
  const configuration = path.join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`, { mode: 0o600 })
  const settings: Record<string, string> = {
    listen_port: String(port),
    // The PostgreSQL of most tests is on this machine.
    ...(authority === undefined ? { server_tls_sslmode: 'disable' } : { server_tls_ca_file: certificate }),
    unix_socket_dir: '',
    auth_file: users,
    auth_query: 'select usename, passwd from pg_shadow where usename = $1',
    default_pool_size: String(pgBouncerConnections),
    server_idle_timeout: '5',
    max_client_conn: '1000',
    logfile: path.join(folder, 'log'),
  }
  const kept = readFileSync(sample, 'utf8')
    .split('\n')
    .filter((line) => settings[line.split(' = ')[0] ?? ''] === undefined)
    .map((line) =>
      line.startsWith('console = ')
        ? `* = host=${server.hostname} port=${server.port} auth_user=${server.username}`
        : line,
    )
  const changed = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(configuration, [...kept, ...changed, ''].join('\n'))
  // It does not run as root.
  const user = process.getuid?.() === 0 ? accountOf('postgres') : undefined
  if (user) for (const each of [folder, users, certificate, configuration]) chownSync(each, user.uid, user.gid)
  const url = new URL(serverUrl)
  url.port = String(port)
  const start = () => spawn(program, ['-q', configuration], { ...user, cwd: folder, stdio: 'ignore' })
  let bouncer = start()
  const killAtExit = () => bouncer.kill('SIGKILL')
  process.once('exit', killAtExit)
  const end = async (signal: 'SIGTERM' | 'SIGINT') => {
    const ended = once(bouncer, 'exit')
    if (bouncer.kill(signal)) await ended
  }
  const stop = async () => {
    process.off('exit', killAtExit)
    await end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = async () => {
    const giveUpAt = Date.now() + startTimeoutMs
    while (!(await answers(url.href))) {
      if (bouncer.exitCode === null && Date.now() < giveUpAt) await sleep(20)
      else {
        await stop()
        throw new Error('PgBouncer did not start')
      }
    }
  }
  const restart = async () => {
    await end('SIGINT')
    bouncer = start()
    await ready()
  }
  await ready()
  return { url: url.href, restart, stop }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
