import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeRestorePlace, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { byServer } from '../../core/audit/entry.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

test('each backup succeeds while others write, and contains one state of the audit log', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = mkdtempSync(path.join(tmpdir(), 'console-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let isDone = false
  let written = 0
  const write = async () => {
    while (!isDone) {
      await context.audit.write([{ ...byServer, action: 'users.list', subjects: ['user:u1'] }])
      written += 1
    }
  }
  const writers = [write(), write(), write()]
  for (let round = 0; round < Math.min(2 * faultRounds, 20); round += 1) {
    const before = written
    await createBackup(context, folder, { recipients: [], keep: 2 })
    expect(written).toBeGreaterThan(before)
  }
  isDone = true
  await Promise.all(writers)
  const { config } = await makeRestorePlace(testApp)
  expect((await restoreBackup(config, folder, { identities: [], isNewKey: false })).warnings).toEqual([])
})
