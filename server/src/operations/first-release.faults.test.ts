import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testEngine } from '../../testing/engines/engines.ts'
import { ggufOf, sha256 } from '../../testing/files/files-app.ts'
import { findProgram } from '../../testing/processes/find-program.ts'
import { hasFirstRelease } from '../../testing/processes/first-release.ts'
import { type Caller, type Files, importPatients, publish, signIn } from '../../testing/upgrade/requests.ts'
import { startFirstRelease } from '../../testing/upgrade/upgraded-console.ts'

/** A token may have two requests in progress. */
const clients = 2
const pauseMs = 50
/** A service account erases at most 100 users an hour. */
const mostErased = 90
const userIds = Array.from({ length: 40 }, (_, index) => `user-${index}`)

/** What the console was told, and has confirmed. */
class Confirmed {
  users = new Set<string>()
  erased = new Set<string>()
  patients = 0
  versions = 0
}

/** Writes an example of everything. */
async function fill(caller: Caller, confirmed: Confirmed): Promise<void> {
  await caller.write(...userIds)
  confirmed.users = new Set(userIds)
  const { call } = caller
  await call('PUT', '/v1/users/user-1/legal-hold', { reason: 'A court asked for it' })
  await call('POST', '/v1/users/user-2/erasure', { reason: 'Asked for it', memberId: 'HM-user-2' })
  await caller.erase('user-3')
  for (const id of ['user-2', 'user-3']) {
    confirmed.users.delete(id)
    confirmed.erased.add(id)
  }
  await call('POST', '/v1/admin-invites', { users: [{ email: 'grace@console.test' }] })
  await change(caller, confirmed)
}

/** Replaces the patients and publishes a version. */
async function change(caller: Caller, confirmed: Confirmed): Promise<void> {
  await importPatients(caller, (confirmed.patients += 1))
  await publish(caller)
  confirmed.versions += 1
}

/**
 * Clients that write, erase and read until the load ends. SQLite has one server, whose restart is a pause: there a client
 * repeats what was not confirmed.
 */
function startLoad(caller: Caller, confirmed: Confirmed) {
  const round = randomBytes(3).toString('hex')
  const failures: string[] = []
  let isOver = false
  let sent = 0
  const confirm = async (work: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await work()
        sent += 1
        return
      } catch (error) {
        const { cause, message } = error as Error
        // A fast machine reaches the limit of the token, which says that nothing was written.
        if (message.includes('answered 429')) {
          await sleep(1_000)
          continue
        }
        const isPause = cause !== undefined || message.includes('answered 503')
        if (testEngine() === 'postgres' || !isPause) failures.push(`${message} ${cause}`)
        if (failures.length > 5) return
        await sleep(pauseMs)
      }
    }
  }
  const client = async (_: unknown, number: number) => {
    for (let turn = 0; !isOver && failures.length === 0; turn += 1) {
      const id = `load-${round}-${number}-${turn}`
      await confirm(() => caller.write(id))
      confirmed.users.add(id)
      await confirm(() => caller.call('GET', '/v1/users?search=br%C3%A4nnstr%C3%B6m'))
      if (turn % 4 === 3 && confirmed.erased.size < mostErased) {
        await confirm(() => caller.erase(id))
        confirmed.users.delete(id)
        confirmed.erased.add(id)
      }
      await sleep(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return async () => {
    isOver = true
    await running
    expect(failures).toEqual([])
    expect(sent).toBeGreaterThan(clients)
  }
}

/** Everything that was confirmed is there, and nothing that was erased. */
async function expectAll({ call, send, cookie }: Caller, confirmed: Confirmed): Promise<void> {
  type Users = { data: { id: string; memberId: string; lastName: string }[]; meta: { totalAmount: number } }
  const users = new Map<string, object>()
  for (let page = 1; ; page += 1) {
    const { data, meta } = await call<Users>('GET', `/v1/users?page=${page}`)
    for (const { id, memberId, lastName } of data) users.set(id, { memberId, lastName })
    if (users.size >= meta.totalAmount || data.length === 0) break
  }
  const expected = [...confirmed.users].map((id) => [id, { memberId: `HM-${id}`, lastName: `Brännström ${id}` }])
  expect(Object.fromEntries(users)).toEqual(Object.fromEntries(expected))
  expect((await call<Users>('GET', '/v1/users?search=brannstrom')).meta.totalAmount).toBe(confirmed.users.size)
  for (const id of confirmed.users) {
    const { data } = await call<{ data: { reports: object[] } }>('GET', `/v1/users/${id}/reports`)
    expect(data.reports).toMatchObject([{ reportId: `r-${id}` }])
  }

  const patients = await call<{ data: { meta: object } }>('GET', '/v1/hospital-patients')
  expect(patients.data.meta).toMatchObject({ totalAmount: confirmed.patients })
  const { data } = await call<Files>('GET', '/v1/files')
  expect(data.files).toMatchObject([{ version: confirmed.versions }])
  const [{ id } = { id: '' }] = data.files
  for (let version = 1; version <= confirmed.versions; version += 1) {
    const content = await send('GET', `/v1/files/${id}/versions/${version}/download`, { cookie })
    expect(sha256(content)).toBe(sha256(ggufOf(1_000, version)))
  }

  const exported = await send('GET', '/v1/audit-events/export?format=ndjson', { cookie })
  const entries = exported
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { action: string })
  const countOf = (action: string) => entries.filter((entry) => entry.action === action).length
  expect(countOf('user.erase')).toBeGreaterThanOrEqual(confirmed.erased.size)
  expect(countOf('patients.import')).toBe(confirmed.patients)
}

test.skipIf(!hasFirstRelease() || (testEngine() === 'postgres' && findProgram('nginx') === undefined))(
  '[operations-29] a filled console of 1.0.0 is upgraded under load, goes back and is upgraded again without losing anything (only with nginx and the history of git)',
  async () => {
    const console = await startFirstRelease()
    const caller = await signIn(console)
    const confirmed = new Confirmed()
    await fill(caller, confirmed)
    await expectAll(caller, confirmed)

    for (const version of ['this', '1.0.0', 'this'] as const) {
      const endLoad = startLoad(caller, confirmed)
      // Halfway, each of the two replicas has another version.
      await console.become(version, () => change(caller, confirmed))
      await endLoad()
      await expectAll(caller, confirmed)
      expect(await console.command(version, 'verify-audit')).toContain('is intact')
      await console.command(version, 'verify-files')
    }
  },
)

test.skipIf(!hasFirstRelease())(
  '[operations-30] the drill of this version rehearses the upgrade with a backup of a running 1.0.0, whose tables stay as they are (only with the history of git)',
  async () => {
    const console = await startFirstRelease()
    const caller = await signIn(console)
    const confirmed = new Confirmed()
    await fill(caller, confirmed)
    const folder = mkdtempSync(path.join(tmpdir(), 'console-rehearsal-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    await console.command('1.0.0', 'backup', folder)
    expect(await console.command('this', 'drill', folder)).toContain(
      'the database and 1 model files. Every hash matches',
    )
    const checked = await console.command('this', 'check')
    expect(checked).toContain('is from an earlier version')
    await change(caller, confirmed)
    await expectAll(caller, confirmed)
    await console.become('this')
    await expectAll(caller, confirmed)
  },
)
