import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { firstAdmin, launchServer, programs, root } from '../../server/testing/processes/server-process.ts'

export type ServerOptions = {
  /** Whether the demo data is loaded. */
  demo: boolean
  /** More settings, as environment variables. */
  settings?: Record<string, string>
  /** The test file that fills this server. Other test files expect no users or files and do not share it. */
  filledBy?: string
}

export type Account = { email: string; password: string; fullName: string }

export type RunningServer = {
  url: string
  dataDir: string
  /** The id of the running process. */
  pid(): number
  /** The super admin it was started with. */
  admin: Account
  /** Runs `bin/console …` on this server's data. */
  runConsole(parameters: string[]): Promise<string>
  /** Ends the process and keeps the data. */
  halt(): Promise<unknown>
  /** Starts the server again on its data, optionally with other settings. */
  resume(otherSettings?: Record<string, string>): Promise<void>
  /** Ends the process and deletes its data. */
  stop(): Promise<void>
}

const admin: Account = { ...firstAdmin, fullName: 'Ada Østergård' }

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'console-e2e-'))

const settingsOf = (dataDir: string, demo: boolean) => ({
  DATA_DIR: dataDir,
  DEMO: demo ? '1' : '0',
  ADMIN_NAME: admin.fullName,
  LOG_LEVEL: 'warn',
})

/** The data directories of a server after its first start, by whether it has the demo data. */
const started = new Map<boolean, Promise<string>>()

/** The first start creates the tables, which takes half of its processor time. */
async function startFirst(demo: boolean): Promise<string> {
  const dataDir = newFolder()
  const server = await launchServer(settingsOf(dataDir, demo))
  await server.ready()
  await server.end('SIGTERM')
  return dataDir
}

/** Starts a separate real server on a free port, with its own data directory that has an admin, or the demo data. */
export async function startServer({ demo, settings = {} }: ServerOptions): Promise<RunningServer> {
  const dataDir = newFolder()
  const template = started.get(demo) ?? startFirst(demo)
  started.set(demo, template)
  cpSync(await template, dataDir, { recursive: true, preserveTimestamps: true })
  const first = await launchServer({ ...settingsOf(dataDir, demo), ...settings })
  await first.ready()
  let running = first

  const halt = () => running.end('SIGTERM')
  return {
    url: first.url,
    dataDir,
    admin,
    pid: () => running.pid,
    runConsole: async (parameters) => {
      const options = { cwd: root, env: { ...first.env, NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') } }
      return (await promisify(execFile)(process.execPath, [programs.commands, ...parameters], options)).stdout
    },
    halt,
    resume: async (otherSettings = {}) => {
      running = await launchServer({ ...first.env, ...otherSettings })
      await running.ready()
    },
    stop: async () => {
      await halt()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
