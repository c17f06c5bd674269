import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import {
  launchServer,
  programs,
  type ServerProcess,
  startServerProcess,
} from '../../../testing/processes/server-process.ts'
import { makeLimitedDisk, makeSmallDisk, type SmallDisk } from '../../../testing/processes/small-disk.ts'

const entriesOf = (dataDir: string) => {
  const sqlite = new DatabaseSync(path.join(dataDir, 'console.db'), { readOnly: true })
  try {
    return sqlite.prepare('select sequence, action, outcome from audit_events order by sequence').all()
  } finally {
    sqlite.close()
  }
}

/** @throws Error if the last one has not arrived yet */
function sequencesUpTo(last: unknown, stream: string): number[] {
  const lines = readFileSync(stream, 'utf8').split('\n')
  const whole = lines.flatMap((line) => (line.endsWith('}') ? [Number(JSON.parse(line).sequence)] : []))
  if (whole.at(-1) !== last) throw new Error(`The stream ends with ${whole.at(-1)} instead of ${String(last)}`)
  return [...new Set(whole)]
}

async function startOn(disk: SmallDisk, settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir: disk.dataDir, databaseUrl: undefined }, settings)
  onTestFinished(() => server.kill())
  return server
}

async function readiness({ url }: ServerProcess) {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, await answer.json()]
}

/** Views users until the disk is full; reserved space is used up first. @returns how many views succeeded */
async function useUp(server: ServerProcess): Promise<number> {
  for (let served = 0; ; served += 1) {
    const answer = await server.call('GET', '/v1/users')
    const body = await answer.json()
    if (answer.status === 200) continue
    expect([answer.status, body]).toMatchObject([
      507,
      { error: { code: 'storage_full', message: 'The server is out of disk space. Nothing was changed.' } },
    ])
    return served
  }
}

test.runIf(process.platform === 'linux')(
  'a full disk leads to 507, is reported in the log and by /readyz, and forgotten when there is free space (only on Linux)',
  async () => {
    const disk = makeSmallDisk()
    const stream = path.join(disk.dataDir, 'stream.ndjson')
    const server = await startOn(disk, { LOG_LEVEL: 'info', AUDIT_STREAM: stream })
    await vi.waitFor(
      async () => {
        await server.call('GET', '/v1/files')
        statSync(stream)
      },
      { timeout: 60_000, interval: 100 },
    )
    disk.fill(server.pid)
    const served = await useUp(server)
    for (const [method, location, body] of [
      ['POST', '/v1/admin-invites', { users: [{ email: 'zoe@console.test' }] }],
      ['GET', '/v1/users', undefined],
      ['POST', '/v1/auth/admin/logout', undefined],
    ] as const) {
      expect([location, (await server.call(method, location, body)).status]).toEqual([location, 507])
    }
    expect(await readiness(server)).toMatchObject([200, { status: 'degraded', disk: false }])
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(200)
    const logs = (text: string | RegExp) => vi.waitFor(() => expect(server.output()).toMatch(text), { timeout: 60_000 })
    await logs(/database or disk is full|disk I\/O error/)
    await logs(`The disk of the data directory ${disk.dataDir} is full. Free up space and try again.`)
    await logs(`the disk of the database ${path.join(disk.dataDir, 'console.db')} is full`)
    const form = new FormData()
    form.set('name', 'hospital_patients')
    form.set('file', new Blob([Buffer.alloc(2 ** 16)]), 'patients.xlsx')
    const spreadsheet = await server.call('POST', '/v1/patient-imports', form)
    expect(spreadsheet.status).toBe(507)
    await logs(new RegExp(`The disk of ${disk.dataDir}/imports/[0-9a-f-]+ is full`))
    expect(server.output()).not.toContain('cannot rollback')

    disk.freeSpace(server.pid)
    expect(await readiness(server)).toMatchObject([200, { status: 'ok', disk: true }])
    expect((await server.call('GET', '/v1/users')).status).toBe(200)

    const entries = entriesOf(disk.dataDir)
    expect(entries.filter(({ action, outcome }) => action === 'users.list' && outcome === 'ok')).toHaveLength(
      served + 1,
    )
    // The stream continues where it was, possibly with repeated lines.
    const last = entries.at(-1)?.sequence
    const [first = 0, ...others] = await vi.waitFor(() => sequencesUpTo(last, stream), {
      timeout: 60_000,
      interval: 200,
    })
    expect(others).toEqual(others.map((_, index) => first + 1 + index))
    await server.stop()
  },
)

test.runIf(process.platform === 'linux')(
  'a start on a full disk ends with the reason, and the next one works (only on Linux)',
  async () => {
    const disk = makeLimitedDisk()
    const settings = {
      ...databaseSettings({ dataDir: disk.dataDir, databaseUrl: undefined }),
      MAIL_DELIVERY: 'off',
      DEMO: '0',
    }
    expect(disk.runFull(process.execPath, [programs.server], { ...process.env, ...settings })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `"The server cannot start: The disk of the data directory ${disk.dataDir} is full. Free up space and try again."`,
      ),
    })
    const server = await launchServer(settings)
    await server.ready()
    await server.end('SIGTERM')
  },
)
