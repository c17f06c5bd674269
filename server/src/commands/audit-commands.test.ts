import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { programs } from '../../testing/processes/server-process.ts'
import { byServer } from '../core/audit/entry.ts'
import { verifyExport } from '../core/audit/verify-audit.mjs'
import { writeCheckpoint } from '../core/audit/write-checkpoint.ts'
import { auditKeyCommand, exportAuditCommand } from './audit-commands.ts'

const entry = { ...byServer, action: 'users.list' as const, subjects: ['user:1' as const] }

test('export-audit writes the whole audit log, including the command itself, and the printed key proves it', async () => {
  const { context } = await buildTestApp()
  await context.audit.write([entry, entry])
  const file = path.join(context.config.dataDir, 'audit-log.ndjson')
  expect(await exportAuditCommand.run(context, [file])).toContain(`The audit log up to row 3 is in ${file}.`)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { action?: string }).action)).toEqual([
    'users.list',
    'users.list',
    'audit.export',
    undefined,
  ])
  const keys = [await auditKeyCommand.run(context, [])]
  expect(verifyExport(file, { keys }).verdict).toMatchObject({ damage: null, rows: 3, provenTo: 3 })
  expect(existsSync(path.join(context.config.dataDir, 'verify-audit.mjs'))).toBe(true)

  await expect(exportAuditCommand.run(context, [file])).rejects.toThrow(`${file} already exists.`)
  await expect(exportAuditCommand.run(context, [])).rejects.toThrow('Specify one file.')
})

test('the exit code of verify-audit tells scripts whether the audit log is proven', async () => {
  const { context } = await buildTestApp()
  await context.audit.write([entry])
  const verify = () =>
    spawnSync(process.execPath, [programs.commands, 'verify-audit'], {
      encoding: 'utf8',
      env: { ...process.env, ...databaseSettings(context.config) },
    })
  expect(verify()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('There is no checkpoint') })
  await writeCheckpoint(context, pino({ level: 'silent' }))
  expect(verify()).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Console .*\n$/),
    stdout: expect.stringContaining('is intact: 1 rows.'),
  })
})
