import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseSettings } from './database-settings.ts'
import { freePort } from './free-port.ts'

export type ServerProcess = {
  url: string
  pid: number
  /** Of the first admin. */
  cookie: string
  /** Calls the API as the first admin. */
  call(method: string, path: string, body?: FormData | object): Promise<Response>
  /** As a power cut would: no signal handler runs. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../../..')
const startTimeoutMs = 60_000
const admin = { email: 'ada@console.test', password: 'Journey-of-1000-Miles' }

type Database = { dataDir: string; databaseUrl: string | undefined }

/** The real server as a process of its own, on a database of the caller, with an admin who is signed in. */
export async function startServerProcess(
  database: Database,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const { child, url, ready, end } = await spawnServer(database, settings)
  await ready()
  const signedIn = await fetch(`${url}/v1/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  return {
    url,
    pid: child.pid ?? 0,
    cookie,
    call: (method, location, body) => fetch(`${url}${location}`, { method, ...contentOf(body, cookie) }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** The same process, as soon as it runs; it may not answer yet. */
export async function spawnServer(database: Database, settings: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      ...databaseSettings(database),
      DEMO: '0',
      MAIL: 'off',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'silent',
      MALLOC_ARENA_MAX: '1',
      ...settings,
    },
  })
  // A test that ends early must not leave the server behind.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return { child, url, ready: () => untilReady(child, url), end }
}

function contentOf(body: FormData | object | undefined, cookie: string): RequestInit {
  if (body === undefined) return { headers: { cookie } }
  if (body instanceof FormData) return { headers: { cookie }, body }
  return { headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const giveUpAt = Date.now() + startTimeoutMs
  while (child.exitCode === null && Date.now() < giveUpAt) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become ready:\n${output}`)
}
