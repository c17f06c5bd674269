import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../server/src/testing/free-port.ts'

export type ServerOptions = {
  /** Load the demo data. */
  demo: boolean
  /** More settings, as environment variables. */
  settings?: Record<string, string>
}

export type Account = { email: string; password: string; fullName: string }

export type RunningServer = {
  url: string
  dataDir: string
  /** Of the process that runs now. */
  pid(): number
  /** The super admin it was started with. */
  admin: Account
  /** Runs `npm run console -- …` on this server's data. */
  runConsole(parameters: string[]): Promise<string>
  /** Ends the process and keeps the data. */
  halt(): Promise<void>
  /** Starts it again where it was, with other settings where some are given. */
  resume(otherSettings?: Record<string, string>): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

const root = path.dirname(path.dirname(import.meta.dirname))
const startTimeoutMs = 30_000
const admin: Account = { email: 'ada@console.test', password: 'Journey-of-1000-Miles', fullName: 'Ada Østergård' }

/** A real server of its own on a free port, with an empty data directory. */
export async function startServer({ demo, settings = {} }: ServerOptions): Promise<RunningServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-e2e-'))
  const port = settings['PORT'] ?? (await freePort())
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: demo ? '1' : '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_NAME: admin.fullName,
    LOG_LEVEL: 'warn',
    ...settings,
  }
  let child = await launch(env, url)

  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return {
    url,
    dataDir,
    admin,
    pid: () => child.pid ?? 0,
    runConsole: async (parameters) => {
      const done = await promisify(execFile)(process.execPath, ['server/src/cli.ts', ...parameters], { cwd: root, env })
      return done.stdout
    },
    halt,
    resume: async (otherSettings = {}) => {
      child = await launch({ ...env, ...otherSettings }, url)
    },
    stop: async () => {
      await halt()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))

  const giveUpAt = Date.now() + startTimeoutMs
  while (child.exitCode === null && Date.now() < giveUpAt) {
    if (await isReady(url)) return child
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not become ready:\n${output}`)
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
