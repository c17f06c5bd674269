import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createBackup } from '../../operations/backup/create-backup.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

test.runIf(process.platform === 'linux')(
  'a pipe, a device, a link or an endless file among the checkpoints ends jobs and commands with its name (only on Linux)',
  async () => {
    const { context } = await buildTestApp()
    const logger = pino({ level: 'silent' })
    await writeCheckpoint(context, logger)
    const file = path.join(context.config.auditProofDir, 'checkpoints.txt')
    const elsewhere = path.join(context.config.dataDir, 'elsewhere')
    writeFileSync(elsewhere, 'untouched')
    renameSync(file, `${file}.kept`)
    const planted = {
      pipe: () => execFileSync('mkfifo', [file]),
      device: () => symlinkSync('/dev/zero', file),
      link: () => symlinkSync(elsewhere, file),
      folder: () => mkdirSync(file),
      endless: () => {
        writeFileSync(file, '')
        truncateSync(file, 2 ** 40)
      },
    }
    for (const [kind, plant] of Object.entries(planted)) {
      plant()
      const reason = `${file} cannot be used: ${kind === 'endless' ? 'it is longer than 256 MiB' : 'it is not a file'}.`
      const backups = path.join(context.config.dataDir, 'backups')
      for (const work of [
        () => writeCheckpoint(context, logger),
        () => verifyAuditCommand.run(context, []),
        () => createBackup(context, backups, { recipients: [] }),
      ])
        await expect(work()).rejects.toThrow(reason)
      rmSync(file, { recursive: true })
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe('untouched')
    renameSync(`${file}.kept`, file)
    await writeCheckpoint(context, logger)
    expect(await verifyAuditCommand.run(context, [])).toContain('is intact')
  },
)
