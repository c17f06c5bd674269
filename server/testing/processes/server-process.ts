import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { serverProgram } from '../../../bin/built.js'
import { databaseSettings } from '../engines/database-settings.ts'
import { freePort } from './free-port.ts'

/** A launched server, which may not respond yet. */
export type LaunchedServer = {
  url: string
  pid: number
  /** All its settings, to launch it again and to run commands. */
  env: Record<string, string>
  /** What it has printed so far. */
  output(): string
  /** @throws Error with the server's output if it does not become ready */
  ready(): Promise<void>
  /**
   * Kills it; SIGKILL acts like a power cut, because no signal handler runs.
   * @returns the exit code; null if a signal ended it
   */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>
}

export type ServerProcess = {
  url: string
  pid: number
  /** What it has printed so far: only its start unless LOG_LEVEL is set. */
  output(): string
  /** The cookies of the first admin. */
  cookie: string
  /** Sends API requests as the first admin. */
  call(method: string, path: string, body?: FormData | object): Promise<Response>
  kill(): Promise<void>
  stop(): Promise<void>
}

export const root = path.resolve(import.meta.dirname, '../../..')
/** The programs that `bin/console` runs: the built ones, unless a source has changed since. */
export const programs = {
  server: path.join(root, serverProgram('main')),
  commands: path.join(root, serverProgram('cli')),
}
/** NODE_OPTIONS with which Node.js reports this version of itself. */
export const reportNode = (version: string): string =>
  `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`
/** This only limits a start that hangs, because a busy machine takes long. */
const startTimeoutMs = 180_000

/** The first admin of a server that is launched here. */
export const firstAdmin = { email: 'ada@console.test', password: 'Journey-of-1000-Miles' }

/**
 * The real server as a separate process, on a database of the caller, with a signed-in admin.
 * @param folder the checkout or release to run
 */
export async function startServerProcess(
  database: { dataDir: string; databaseUrl: string | undefined },
  settings: Record<string, string> = {},
  folder = root,
): Promise<ServerProcess> {
  const quiet = { MAIL_DELIVERY: 'off', LOG_LEVEL: 'silent' }
  const all = { ...databaseSettings(database), ...quiet, ...settings }
  const { url, pid, env, output, ready, end } = await launchServer(all, folder)
  await ready()
  const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = env
  const cookie = await signInFirstAdmin(url, { email, password })
  return {
    url,
    pid,
    output,
    cookie,
    call: (method, location, body) => fetch(`${url}${location}`, { method, ...contentOf(body, cookie) }),
    kill: async () => void (await end('SIGKILL')),
    stop: async () => void (await end('SIGTERM')),
  }
}

/**
 * Runs the server as in production, on a free port unless PORT is set.
 * @param folder the checkout or release to run
 */
export async function launchServer(settings: Record<string, string>, folder = root): Promise<LaunchedServer> {
  const port = settings['PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const env = {
    // The Node that runs the tests is first on the PATH.
    PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    HOME: process.env['HOME'] ?? '',
    DEMO: '0',
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
    ...settings,
    PORT: port,
  }
  const child = spawn(path.join(folder, 'bin/console'), ['serve'], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  let isReady = false
  const started = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      isReady ||= output.includes('Health Console is ready')
      if (isReady) started.resolve()
    })
  }
  // A test that ends early must not leave the server running.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => {
    process.off('exit', killAtExit)
    started.resolve()
  })

  return {
    url,
    pid: child.pid ?? 0,
    env,
    output: () => output,
    async ready() {
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        started.resolve()
      }, startTimeoutMs)
      await started.promise
      clearTimeout(timer)
      if (!isReady) throw new Error(`The server did not become ready:\n${output}`)
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

/** @returns the cookies, as a request sends them */
export async function signInFirstAdmin(url: string, admin = firstAdmin): Promise<string> {
  const signedIn = await fetch(`${url}/v1/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  return cookies.join('; ')
}

function contentOf(body: FormData | object | undefined, cookie: string): RequestInit {
  if (body === undefined) return { headers: { cookie } }
  if (body instanceof FormData) return { headers: { cookie }, body }
  return { headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
