import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { onServer } from '../../testing/engines/postgres-setup.ts'
import { canMoveClock, startPostgresWithClock } from '../../testing/engines/moved-clock.ts'
import { runHere } from '../../testing/processes/run-console.ts'
import { firstAdmin, signInFirstAdmin, startServerProcess } from '../../testing/processes/server-process.ts'

const waiting = { timeout: 180_000, interval: 1_000 }

test.skipIf(!canMoveClock())(
  '[operations-23] a server whose database was 40 days ahead goes on after its clock is corrected, and nothing from then gives access (only with libfaketime)',
  async () => {
    const { url: databaseUrl, moveClock } = await startPostgresWithClock(40)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-moved-clock-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const where = { dataDir, databaseUrl }
    const server = await startServerProcess(where)
    onTestFinished(() => server.kill())
    const { url, call, cookie } = server
    const statusOf = async (location: string, headers: Record<string, string>) =>
      (await fetch(`${url}${location}`, { headers })).status
    const me = (withCookie: string) => statusOf('/v1/auth/admin/me', { cookie: withCookie })
    const isClockRight = async () => ((await (await fetch(`${url}/readyz`)).json()) as { clock: boolean }).clock

    expect(await isClockRight()).toBe(false)
    const link = await invite(where)
    const bearer = { authorization: `Bearer ${await makeToken(call)}` }
    expect(await me(cookie)).toBe(200)
    expect(await statusOf(`/v1/admin-invites/${link}`, {})).toBe(200)
    expect(await statusOf('/machine/v1/models', bearer)).toBe(200)

    moveClock(0)
    await expect.poll(isClockRight, waiting).toBe(true)
    await expect.poll(() => me(cookie), waiting).toBe(401)
    expect(await statusOf(`/v1/admin-invites/${link}`, {})).toBe(404)
    expect(await statusOf('/machine/v1/models', bearer)).toBe(200)
    const later = await signInFirstAdmin(url, firstAdmin)
    expect(await me(later)).toBe(200)
    const { stdout } = await runHere(['check'], databaseSettings(where))
    expect(stdout).toMatch(/ahead: \d+ entries of the audit log, 1 admins, 1 invitations, tokens of Devices have/)

    // A job settles it once a minute, so that nothing comes back on that day.
    await expect.poll(() => countSessions(databaseUrl), waiting).toBe(1)
    moveClock(40)
    await expect.poll(isClockRight, waiting).toBe(false)
    expect(await me(cookie)).toBe(401)
    expect(await statusOf(`/v1/admin-invites/${link}`, {})).toBe(404)
  },
)

type Call = Awaited<ReturnType<typeof startServerProcess>>['call']

async function countSessions(databaseUrl: string): Promise<number> {
  let count = 0
  await onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from sessions')
    count = rows[0]?.count ?? 0
  })
  return count
}

/** @returns the secret of the link */
async function invite(where: { dataDir: string; databaseUrl: string }): Promise<string> {
  const { stdout } = await runHere(
    ['create-admin', '--email', 'grace@example.org', '--role', 'admin', '--invite'],
    databaseSettings(where),
  )
  return /id=([\w-]+)/.exec(stdout)?.[1] ?? ''
}

async function makeToken(call: Call): Promise<string> {
  const account = await call('POST', '/v1/service-accounts', { name: 'Devices', scopes: ['models:read'] })
  const { data } = (await account.json()) as { data: { id: string } }
  const made = await call('POST', `/v1/service-accounts/${data.id}/tokens`, {})
  return ((await made.json()) as { data: { token: string } }).data.token
}
