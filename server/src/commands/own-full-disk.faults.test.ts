import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { makeRestorePlace, startFilledConsole } from '../../testing/backup/filled-console.ts'
import { mayMount, mountSmallFolder } from '../../testing/processes/small-disk.ts'
import { writeCheckpoint } from '../core/audit/write-checkpoint.ts'
import { makeKey } from '../core/crypto/keys.ts'
import { byServer } from '../core/audit/entry.ts'
import { leaveMovedMarker } from '../core/database/console-state/moved-marker.ts'
import { createLogStream } from '../features/audit-events/stream/stream-events.ts'
import { backupCommand } from '../operations/backup/commands.ts'
import { createBackup } from '../operations/backup/create-backup.ts'
import { drillBackup } from '../operations/backup/drill-backup.ts'
import { restoreBackup } from '../operations/backup/restore-backup.ts'
import { exportAuditCommand } from './audit-commands.ts'
import { explainError } from './explain-error.ts'

const logger = pino({ level: 'silent' })

/** What a system administrator reads after some work has failed. */
const messageOf = (work: Promise<unknown>, config: Parameters<typeof explainError>[1]) =>
  work.then(
    () => 'It worked.',
    (error: unknown) => explainError(error, config),
  )

test.runIf(mayMount())(
  'each command and job names the disk that is full, and leaves nothing on it (only where a disk can be mounted)',
  async () => {
    const { testApp, context } = await startFilledConsole()
    const { config } = context
    const disk = mountSmallFolder()
    const on = (name: string) => path.join(disk.folder, name)
    const isFull = (place: string) => `The disk of ${place} is full. Free up space and try again.`
    for (const name of ['backups', 'proof', 'stream', 'drill', 'data', 'key', 'moved'])
      mkdirSync(on(name), { mode: 0o700 })

    disk.fill()
    const backup = await messageOf(backupCommand.run(context, [on('backups')]), config)
    expect(backup).toMatch(new RegExp(`^The disk of ${on('backups')}/\\S* ?is full`))
    expect(readdirSync(on('backups')).filter((name) => name !== '.lock')).toEqual([])
    expect(await messageOf(exportAuditCommand.run(context, [on('log.ndjson')]), config)).toBe(isFull(disk.folder))
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('log.ndjson'))).toEqual([])
    const proofOn = { ...config, auditProofDir: on('proof') }
    expect(await messageOf(writeCheckpoint({ ...context, config: proofOn }, logger), proofOn)).toBe(isFull(on('proof')))
    expect(await messageOf(makeKey({ secretKey: { file: on('key/secret.key'), mayBeMade: true } }), config)).toBe(
      isFull(on('key')),
    )
    expect(readdirSync(on('key'))).toEqual([])
    const marker = { atMs: 0, to: 'elsewhere', database: true, files: false }
    expect(await messageOf(leaveMovedMarker(on('moved'), marker), config)).toBe(isFull(on('moved')))
    const stream = createLogStream(context, on('stream/log.ndjson'))
    const write = async () => {
      await stream(AbortSignal.timeout(60_000))
      await context.audit.write([{ ...byServer, action: 'users.list', subjects: [] }])
      await stream(AbortSignal.timeout(60_000))
    }
    expect(await messageOf(write(), config)).toBe(isFull(on('stream')))
    disk.freeSpace()

    const { folder } = await createBackup(context, path.join(config.dataDir, 'backups'), { recipients: [] })
    const onProgress = (doing: string) => {
      if (doing === 'Restoring the database') disk.fill()
    }
    const drill = drillBackup(context, folder, { identities: [], parent: on('drill'), onProgress })
    expect(await messageOf(drill, config)).toBe(isFull(on('drill')))
    expect(readdirSync(on('drill'))).toEqual([])
    disk.freeSpace()

    const place = await makeRestorePlace(testApp)
    const target = { ...place.config, dataDir: on('data') }
    const restored = restoreBackup(target, folder, { identities: [], isNewKey: false, onProgress })
    expect(await messageOf(restored, target)).toMatch(
      new RegExp(`^The disk of (the data directory )?${on('data')}(/restoring)? is full`),
    )
    rmSync(on('filler'))
  },
)
