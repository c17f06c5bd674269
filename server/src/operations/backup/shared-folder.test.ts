import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { exportAuditCommand } from '../../commands/audit-commands.ts'
import { lockFolder } from '../../core/database/sqlite/lock-folder.ts'
import { backupCommand, drillCommand } from './commands.ts'
import { createBackup } from './create-backup.ts'
import { drillBackup } from './drill-backup.ts'
import { makeTemporaryFolder } from './own-folder.ts'

const isRoot = process.geteuid?.() === 0
const anotherUser = 65_534

/** A folder that every user may write to, and next to it one that belongs only to the console. */
async function startBesideOthers() {
  const place = await mkdtemp(path.join(tmpdir(), 'console-shared-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const shared = path.join(place, 'shared')
  await mkdir(shared)
  await chmod(shared, 0o1777)
  const live = path.join(place, 'live')
  await mkdir(path.join(live, 'data', 'files'), { recursive: true, mode: 0o700 })
  const content = path.join(live, 'data', 'files', 'model')
  writeFileSync(content, 'live')
  return { ...(await startFilledConsole()), shared, live, content }
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('a drill and a backup do not change the targets of planted links', async () => {
  const { context, shared, live, content } = await startBesideOthers()
  for (const name of ['.drill', '.drill-aaaaaa', '.incomplete-2026', '2020-01-01T00-00-00-000Z'])
    symlinkSync(live, path.join(shared, name))
  await createBackup(context, shared, { recipients: [] })
  await backupCommand.run(context, [shared, '--keep', '1'])
  expect(await drillCommand.run(context, [shared])).toContain('Every hash matches')
  expect(readFileSync(content, 'utf8')).toBe('live')
  expect(readdirSync(live)).toEqual(['data'])
  expect(lstatSync(path.join(shared, '.drill')).isSymbolicLink()).toBe(true)
})

test('a drill restores into a folder that only its own user can use, and removes only that folder', async () => {
  const { context, shared, live, content } = await startBesideOthers()
  await createBackup(context, shared, { recipients: [] })
  const seen: string[] = []
  const onProgress = () => {
    const [drill = ''] = readdirSync(shared).filter((name) => name.startsWith('.drill-'))
    seen.push(...[drill, path.join(drill, 'data')].map((name) => modeOf(path.join(shared, name))))
  }
  await drillBackup(context, shared, { identities: [], onProgress })
  expect(new Set(seen)).toEqual(new Set(['700']))

  const { folder, remove } = await makeTemporaryFolder(shared, '.drill-')
  await rename(folder, `${folder}-moved`)
  symlinkSync(live, folder)
  await remove()
  expect(readFileSync(content, 'utf8')).toBe('live')
  await rm(folder)
  await rename(live, folder)
  await remove()
  expect(readFileSync(path.join(folder, 'data', 'files', 'model'), 'utf8')).toBe('live')
})

test.skipIf(!isRoot)(
  'folders of another user are neither removed as leftovers nor as old backups (only as root)',
  async () => {
    const { context, shared } = await startBesideOthers()
    const { folder } = await createBackup(context, shared, { recipients: [] })
    const planted = ['.drill-bbbbbb', '.incomplete-2026'].map((name) => path.join(shared, name))
    for (const each of planted) {
      await mkdir(each)
      await chown(each, anotherUser, anotherUser)
    }
    await chown(folder, anotherUser, anotherUser)
    const output = await backupCommand.run(context, [shared, '--keep', '1'])
    expect(output).not.toContain('Older backups removed')
    expect(output).toContain(path.basename(folder))
    await drillCommand.run(context, [shared])
    for (const each of [...planted, folder]) expect([each, existsSync(each)]).toEqual([each, true])
  },
)

test('a second drill during another one is rejected, and does not disturb it', async () => {
  const { context, shared } = await startBesideOthers()
  await createBackup(context, shared, { recipients: [] })
  const { folder, remove } = await makeTemporaryFolder(shared, '.drill-')
  const lock = lockFolder(folder)
  await expect(drillCommand.run(context, [shared])).rejects.toThrow(`Another drill in ${shared} is in progress.`)
  expect(readdirSync(shared).filter((name) => name.startsWith('.drill-'))).toEqual([path.basename(folder)])
  lock?.close()
  await remove()
})

test('an export and a backup do not write through a planted link', async () => {
  const { context, shared, live, content } = await startBesideOthers()
  const file = path.join(shared, 'log.ndjson')
  for (const name of ['log.ndjson.part', 'verify-audit.mjs', 'server.lock'])
    symlinkSync(content, path.join(shared, name))
  await exportAuditCommand.run(context, [file])
  expect(readFileSync(file, 'utf8')).toContain('"sequence":1')
  expect(lstatSync(path.join(shared, 'verify-audit.mjs')).isFile()).toBe(true)
  await createBackup(context, shared, { recipients: [] })
  expect(readFileSync(content, 'utf8')).toBe('live')
  await rm(path.join(shared, '.lock'), { recursive: true })
  symlinkSync(live, path.join(shared, '.lock'))
  await expect(createBackup(context, shared, { recipients: [] })).rejects.toThrow('.lock belongs to user')
  expect(readdirSync(live)).toEqual(['data'])
})
