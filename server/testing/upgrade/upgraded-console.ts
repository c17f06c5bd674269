import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { databaseSettings } from '../engines/database-settings.ts'
import { emptyDatabase, testEngine } from '../engines/engines.ts'
import { startNginx } from '../http/nginx.ts'
import { buildFirstRelease } from '../processes/first-release.ts'
import { freePort } from '../processes/free-port.ts'
import { type LaunchedServer, launchServer, root } from '../processes/server-process.ts'

const run = promisify(execFile)

export type Version = '1.0.0' | 'this'
const folderOf = (version: Version) => (version === 'this' ? root : buildFirstRelease())

/** The replicas behind one URL, which are replaced one after the other. */
export type UpgradedConsole = {
  origin: string
  settings: Record<string, string>
  /** Stops each replica and starts this version in its place, and calls back after each. */
  become(version: Version, afterEach?: () => Promise<void>): Promise<void>
  /** Runs a command of this version with the console's settings. */
  command(version: Version, ...args: string[]): Promise<string>
}

/** A new console of 1.0.0: on PostgreSQL two replicas behind nginx, on SQLite one server. */
export async function startFirstRelease(): Promise<UpgradedConsole> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const onPostgres = testEngine() === 'postgres'
  const settings = {
    ...databaseSettings(place),
    MAIL_DELIVERY: 'off',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    PAGE_SIZE: '200',
    BULK_PEOPLE: '999999',
    BULK_REPORTS: '999999',
    BULK_DOWNLOADS: '999999',
    // The signed URLs of uploads contain it, and the test sends them to nginx or to the server.
    PUBLIC_URL: 'http://localhost:3000',
    ...(onPostgres && { TRUST_PROXY: '1', DRAIN_DELAY_SECONDS: '5' }),
  }
  const ports = await Promise.all(Array.from({ length: onPostgres ? 2 : 1 }, freePort))
  const replicas: LaunchedServer[] = []
  onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.end('SIGKILL')))))
  const launch = async (index: number, version: Version) => {
    const next = await launchServer({ ...settings, PORT: String(ports[index]) }, folderOf(version))
    replicas[index] = next
    await next.ready()
  }
  for (const index of ports.keys()) await launch(index, '1.0.0')
  const port = onPostgres ? (await startNginx(ports)).port : ports[0]
  return {
    origin: `http://127.0.0.1:${port}`,
    settings,
    async become(version, afterEach) {
      for (const index of ports.keys()) {
        expect(await replicas[index]?.end('SIGTERM')).toBe(0)
        await launch(index, version)
        await afterEach?.()
      }
    },
    async command(version, ...args) {
      const env = { PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`, ...settings }
      const options = { env, maxBuffer: 2 ** 26 }
      const { stdout } = await run(path.join(folderOf(version), 'bin/console'), args, options)
      return stdout
    },
  }
}
