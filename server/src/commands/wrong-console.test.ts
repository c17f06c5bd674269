import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { emptyDatabase } from '../../testing/engines/engines.ts'
import { onServer } from '../../testing/engines/postgres-setup.ts'
import { runHere } from '../../testing/processes/run-console.ts'
import { openDatabase } from '../core/database/open.ts'
import { listTables } from '../core/database/upgrade/restore-place.ts'

/** Every command that needs a console, as a system administrator types it. */
async function commandsOnAConsole(): Promise<string[][]> {
  const { stdout } = await runHere(['help'], {})
  const names = [...stdout.matchAll(/^ {2}bin\/console (\S+)/gm)].map(([, name]) => name ?? '')
  const made = ['serve', 'version', 'check', 'migrate', 'move', 'restore', 'drill']
  const words: Record<string, string[]> = {
    'create-admin': ['--email', 'a@example.org', '--role', 'super_admin'],
    backup: ['backups'],
    'import-users': ['users.ndjson'],
    'import-reports': ['reports.ndjson'],
    'export-audit': ['audit.ndjson'],
  }
  return names
    .filter((name) => !made.includes(name))
    .map((name) => [name, ...(words[name] ?? (/^re(set|voke)/.test(name) ? ['--email', 'a@example.org'] : []))])
}

test('only serve, migrate, move and restore create a database, a folder or a key', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const settings = databaseSettings(place)
  const before = readdirSync(place.dataDir)
  const here = await commandsOnAConsole()
  expect(here.length).toBeGreaterThan(12)
  for (const args of here) {
    const { code, stdout, stderr } = await runHere(args, settings)
    expect([args[0], code, stdout]).toEqual([args[0], 1, ''])
    expect(stderr).toMatch(/^Console http:\/\/localhost:3000, database \S+.*\nThere is no console in .*--settings=FILE/)
  }
  expect(readdirSync(place.dataDir)).toEqual(before)
  if (place.databaseUrl !== undefined) {
    const database = openDatabase(place)
    expect(await listTables(database)).toEqual([])
    await database.close()
  } else {
    const dataDir = path.join(place.dataDir, 'missing')
    expect((await runHere(['backup', 'backups'], { DATA_DIR: dataDir })).stderr).toContain(`DATA_DIR ${dataDir}`)
    expect(existsSync(dataDir)).toBe(false)
  }

  expect(await runHere(['migrate'], settings)).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
  expect(await runHere(['list-admins'], settings)).toMatchObject({ code: 0 })
})

test('a database of another program is not accepted as a console', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const url = place.databaseUrl
  if (url === undefined) writeFileSync(path.join(place.dataDir, 'console.db'), '')
  else await onServer(url, (client) => client.query('create table invoices (id integer)'))
  const { code, stderr } = await runHere(['list-admins'], databaseSettings(place))
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no console in the database')])
  expect(readdirSync(place.dataDir)).not.toContain('files')
})

test('a command writes to standard error which console it uses, without a password', async () => {
  const { context } = await buildTestApp()
  const { code, stdout, stderr } = await runHere(['list-admins', '--json'], {
    ...databaseSettings(context.config),
    PUBLIC_URL: 'https://console.example.org',
    MAIL_DELIVERY: 'off',
  })
  expect([code, JSON.parse(stdout)]).toEqual([0, { admins: [], invitations: [] }])
  const { databaseUrl, dataDir } = context.config
  const { host, pathname } = new URL(databaseUrl ?? 'none:')
  const database = databaseUrl === undefined ? path.join(dataDir, 'console.db') : `${pathname.slice(1)} on ${host}`
  expect(stderr).toBe(`Console https://console.example.org, database ${database}\n`)
})
