import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgresBinaries } from '../../server/testing/postgres-binaries.ts'
import { databaseUrl, onServer } from '../../server/testing/postgres-setup.ts'
import { startPrivatePostgres } from '../../server/testing/private-postgres.ts'
import { launchServer, root, signInFirstAdmin } from '../../server/testing/server-process.ts'
import { unpack020 } from '../../server/testing/version-0-2-0.ts'

const commit = '2537014'

test(
  'a replica of 0.2.0 beside this version serves while what changed is additive, and otherwise stops',
  { timeout: 30 * 60_000 },
  async () => {
    const postgres = await startPrivatePostgres(findPostgresBinaries() ?? '')
    onTestFinished(() => postgres.stop())
    const left = unpack020('postgres')
    const url = databaseUrl(postgres.url, 'console_trial')
    await onServer(postgres.url, (client) => client.query('create database console_trial'))
    await onServer(url, (client) => client.query(readFileSync(path.join(left.folder, 'database.sql'), 'utf8')))

    const checkout = checkOut020()
    const launch = async (name: string, folder?: string) => {
      const settings = {
        DATA_DIR: path.join(left.folder, name),
        DATABASE_URL: url,
        SECRET_KEY_FILE: left.masterKey,
        AUDIT_PROOF_DIR: path.join(left.backup, 'audit-proof'),
        ...(folder === undefined ? { MAIL_DELIVERY: 'off' } : { MAIL: 'off' }),
      }
      const replica = await launchServer(settings, folder)
      onTestFinished(async () => void (await replica.end('SIGKILL')))
      return replica
    }
    const before = await launch('before', checkout)
    await before.ready()
    const admin = { email: left.emails[0] ?? '', password: left.password }
    const cookie = await signInFirstAdmin(before.url, admin)
    const statusOf = async (replica: { url: string }, location: string) =>
      (await fetch(`${replica.url}${location}`, { headers: { cookie } })).status
    expect(await statusOf(before, '/v1/users')).toBe(200)

    const now = await launch('now')
    await now.ready()
    expect(await statusOf(now, '/v1/users?search=brannstrom')).toBe(200)
    const isAdditive = await areChangesAdditive(url)
    expect(await statusOf(before, '/readyz')).toBe(isAdditive ? 200 : 503)
    await before.end('SIGTERM')
    const again = await launch('before', checkout)
    if (!isAdditive) return await expect(again.ready()).rejects.toThrow('which this one, 0.2.0, cannot use')

    await again.ready()
    const invited = await fetch(`${again.url}/v1/admin-invites`, {
      method: 'POST',
      headers: { cookie: await signInFirstAdmin(again.url, admin), 'content-type': 'application/json' },
      body: JSON.stringify({ users: [{ email: 'new@example.org' }] }),
    })
    expect(invited.status).toBe(200)
    for (const location of ['/v1/users', '/v1/admins', '/v1/hospital-patients', '/v1/files', '/v1/patient-imports'])
      for (const replica of [again, now])
        expect({ location, status: await statusOf(replica, location) }).toEqual({ location, status: 200 })
    const verified = execFileSync(path.join(root, 'bin/console'), ['verify-audit'], { env: now.env, encoding: 'utf8' })
    expect(verified).toContain('intact')
  },
)

/** 0.2.0 with its own packages, from the history of this checkout. */
function checkOut020(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-0.2.0-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder })
  return folder
}

async function areChangesAdditive(url: string): Promise<boolean> {
  let isAdditive = false
  await onServer(url, async (client) => {
    const changes = await client.query<{ all: boolean }>(
      `select bool_and(is_additive = 1) as all from schema_changes where name > '034-second-labels'`,
    )
    isAdditive = changes.rows[0]?.all ?? false
  })
  return isAdditive
}
