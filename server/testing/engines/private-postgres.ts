import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../processes/free-port.ts'

const withoutDurability = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off'

export type PrivatePostgres = {
  url: string
  /** `fast` stops it as a service does, `immediate` as a crash does, after which it recovers from its log. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Stops it as a service does, until `begin`. */
  halt(): Promise<void>
  begin(): Promise<void>
  stop(): Promise<void>
}

export type PostgresOptions = {
  isDurable?: boolean
  parent?: string
  /** Further settings, such as `-c shared_buffers=1GB`. */
  settings?: string
  /** Further variables of its environment. */
  env?: Record<string, string>
}

const startTimeoutMs = 120_000

// The shell outlives this process by design: when its input closes, for whatever reason, it stops the server and cleans
// up. A line contains the signal with which to stop the server, and the next line starts it again. Ctrl+C reaches
// neither (own process group), so tests that still run do not lose their database.
const keeper = `
start() {
  "$binaries/postgres" -D "$folder/data" -p "$port" -k '' -h 127.0.0.1 -c max_connections=200 -c shared_buffers=64MB \
    -c max_prepared_transactions=4 \
    $options >>"$folder/log" 2>&1 </dev/null &
  server=$!
}
binaries=$1 folder=$2 port=$3 options=$4
start
while kill -0 $server 2>/dev/null && read -r signal; do
  kill -$signal $server
  wait $server
  read -r next || break
  start
done
kill -INT $server 2>/dev/null
wait $server
rm -rf "$2"
`

/**
 * Starts a private PostgreSQL on a free loopback port, in its own folder within `parent`. It trades durability for
 * speed unless `isDurable`.
 */
export async function startPrivatePostgres(
  binaries: string,
  { isDurable = false, parent = tmpdir(), settings = '', env = {} }: PostgresOptions = {},
): Promise<PrivatePostgres> {
  const folder = mkdtempSync(path.join(parent, 'console-postgres-'))
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? accountOf('postgres') : undefined
  const password = randomBytes(16).toString('hex')
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const each of [folder, passwordFile]) chownSync(each, user.uid, user.gid)
  try {
    const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
    const encoding = ['--encoding', 'UTF8', '--locale', locale]
    const access = ['--username', 'postgres', '--auth', 'scram-sha-256', '--pwfile', passwordFile]
    execFileSync(
      path.join(binaries, 'initdb'),
      ['--pgdata', path.join(folder, 'data'), '--no-sync', ...encoding, ...access],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const port = await freePort()
  const options = `${isDurable ? '' : withoutDurability} ${settings}`
  const child = spawn('sh', ['-c', keeper, 'sh', binaries, folder, String(port), options], {
    ...user,
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.unref()
  const ended = once(child, 'exit')
  const stop = async () => {
    child.ref()
    child.stdin.end()
    await ended
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const end = async (mode: 'fast' | 'immediate') => {
    child.stdin.write(mode === 'fast' ? 'INT\n' : 'QUIT\n')
    const giveUpAt = Date.now() + startTimeoutMs
    while (await answersNow(url)) {
      if (Date.now() > giveUpAt) throw new Error('PostgreSQL did not end')
      await sleep(50)
    }
  }
  const begin = async () => {
    child.stdin.write('start\n')
    if (!(await answers(url))) throw new Error('PostgreSQL did not start again')
  }
  const restart = async (mode: 'fast' | 'immediate') => {
    await end(mode)
    await begin()
  }
  const halt = () => end('fast')
  if (await answers(url)) return { url, restart, halt, begin, stop }
  const log = readFileSync(path.join(folder, 'log'), 'utf8')
  await stop()
  throw new Error(`PostgreSQL from ${binaries} did not start:\n${log}`)
}

async function answers(url: string): Promise<boolean> {
  const giveUpAt = Date.now() + startTimeoutMs
  while (Date.now() < giveUpAt) {
    if (await answersNow(url)) return true
    await sleep(50)
  }
  return false
}

async function answersNow(url: string): Promise<boolean> {
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

export function accountOf(name: string): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
