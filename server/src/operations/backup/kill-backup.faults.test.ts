import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeRestorePlace, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { programs } from '../../../testing/processes/server-process.ts'
import { openDatabase } from '../../core/database/open.ts'
import { listTables, requireWhole } from '../../core/database/upgrade/restore-place.ts'
import { findDamage, plain } from './backup-files.ts'
import { listBackups } from './list-backups.ts'
import { createBackup } from './create-backup.ts'
import { filesOf } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const longestWorkMs = 300

function run(args: string[], settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [programs.commands, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills it at a random time after its work has begun, unless it ends before. */
async function killAtWork(child: ChildProcess, begun: Promise<unknown>): Promise<void> {
  const ended = once(child, 'exit')
  await Promise.race([begun, ended])
  await Promise.race([sleep(Math.random() * longestWorkMs), ended])
  child.kill('SIGKILL')
  await ended
}

test('a killed backup does not look complete, and no server starts after a killed restore', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = mkdtempSync(path.join(tmpdir(), 'console-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const isAtWork = () =>
    vi.waitFor(() => expect(readdirSync(folder).join()).toContain('.incomplete-'), { timeout: 60_000, interval: 5 })
  for (let round = 0; round < faultRounds; round += 1) {
    await killAtWork(run(['backup', folder], databaseSettings(context.config)), isAtWork())
    for (const backup of (await listBackups(folder)).backups) {
      for (const file of filesOf(backup.manifest)) expect(await findDamage(backup.folder, file, plain)).toBeUndefined()
    }
  }
  await createBackup(context, folder, { recipients: [], keep: 1 })
  expect(readdirSync(folder).filter((name) => name.startsWith('.incomplete-'))).toEqual([])
  const options = { identities: [], isNewKey: false }

  for (let round = 0; round < faultRounds; round += 1) {
    const { config, settings } = await makeRestorePlace(testApp)
    const restoring = run(['restore', folder], settings)
    await killAtWork(restoring, once(restoring.stderr ?? restoring, 'data'))
    if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'console.db'))) continue
    const database = openDatabase(config)
    const tables = await listTables(database)
    const isWhole = !tables.includes('restore_in_progress')
    if (isWhole) {
      if (tables.length > 0) {
        expect(await database.db.selectFrom('sessions').select('id').execute()).toEqual([])
        const restored = database.db.selectFrom('auditEvents').select('sequence').where('action', '=', 'backup.restore')
        expect(await restored.execute()).toHaveLength(1)
      }
      await database.close()
      continue
    }
    await database.close()
    expect(() => requireWhole(tables)).toThrow('A restore into this database has not finished. Run it again.')
    // PostgreSQL may already contain the restored tables, which a restore must not drop.
    const again = await restoreBackup(config, folder, options).then(
      ({ warnings }) => warnings,
      (error: Error) => error.message,
    )
    if (again instanceof Array) expect(again).toEqual([])
    else expect(again).toContain('Drop the database, create it again, and restore again.')
  }
})
