import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { chmod, chown, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeRestorePlace, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { makeFolder } from '../../../testing/backup/make-folder.ts'
import { backupCommand, drillCommand, restoreCommand } from './commands.ts'

const day = 24 * 3_600_000
const isRoot = process.geteuid?.() === 0
const anotherUser = 65_534

const namesIn = (folder: string) => readdirSync(folder).filter((name) => /^\d/.test(name))
const outcome = (work: Promise<string>) => work.catch((error: Error) => error.message)

/** Makes a backup. @returns the name of its folder, and what the command reports */
async function makeOne(context: Parameters<typeof backupCommand.run>[0], folder: string, ...options: string[]) {
  const before = new Set(namesIn(folder))
  const output = await outcome(backupCommand.run(context, [folder, ...options]))
  const [name = ''] = namesIn(folder).filter((each) => !before.has(each))
  return { name, output }
}

test('backups that this console did not sign neither count nor are removed, restored or drilled', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = await makeFolder()
  const first = await makeOne(context, folder)
  const manifest = JSON.parse(await readFile(path.join(folder, first.name, 'manifest.json'), 'utf8'))
  const planted = ['9999-01-01T00-00-00-000Z', '9999-02-01T00-00-00-000Z', '9999-03-01T00-00-00-000Z']
  for (const name of planted) {
    mkdirSync(path.join(folder, name), { mode: 0o700 })
    const madeAt = name.replace(/T(\d+)-(\d+)-(\d+)-(\d+)Z/, 'T$1:$2:$3.$4Z')
    writeFileSync(path.join(folder, name, 'manifest.json'), JSON.stringify({ ...manifest, madeAt }))
  }
  const second = await makeOne(context, folder, '--keep', '1')
  expect(second.output).toContain(`Older backups removed: ${first.name}.`)
  expect(second.output).toContain(`neither used nor removed`)
  expect(namesIn(folder)).toEqual([second.name, ...planted])

  const { madeAt } = JSON.parse(await readFile(path.join(folder, second.name, 'manifest.json'), 'utf8'))
  const drilled = await drillCommand.run(context, [folder])
  expect(drilled).toContain(`The backup of ${madeAt} was restored`)
  expect(drilled).toContain('Passed over')
  const { config } = await makeRestorePlace(testApp)
  const restored = restoreCommand.runAlone(config, [folder])
  await expect(restored).rejects.toThrow(`The backup of ${madeAt} was restored, but:\nPassed over`)
  await expect(restored).rejects.toThrow(planted.toReversed().join(', '))
  // Without the key nothing tells the planted ones from the genuine one.
  const other = { ...config, secretKey: { ...config.secretKey, file: path.join(folder, 'other.key') } }
  writeFileSync(other.secretKey.file, Buffer.alloc(32, 1).toString('base64'))
  const byForce = () => restoreCommand.runAlone(other, [folder, '--new-key', '--may-be-forged'])
  await expect(byForce()).rejects.toThrow('Nothing proves which of the backups')
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  await expect(byForce()).rejects.toThrow('Nothing proves which of the backups')
})

test('a manifest next to backups does not make their folder a backup, whatever is in it', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = await makeFolder()
  const first = await makeOne(context, folder)
  const second = await makeOne(context, folder)
  const { madeAt } = JSON.parse(await readFile(path.join(folder, second.name, 'manifest.json'), 'utf8'))
  const ofFirst = await readFile(path.join(folder, first.name, 'manifest.json'), 'utf8')
  const later = JSON.stringify({ ...JSON.parse(ofFirst), madeAt: '9999-01-01T00:00:00.000Z' })
  const { config } = await makeRestorePlace(testApp)
  for (const planted of ['{}', later, ofFirst]) {
    writeFileSync(path.join(folder, 'manifest.json'), planted)
    expect(await drillCommand.run(context, [folder])).toContain(`The backup of ${madeAt} was restored`)
  }
  expect(await outcome(restoreCommand.runAlone(config, [folder]))).toContain(`The backup of ${madeAt}`)
})

test('a backup from a clock that was ahead neither counts nor is removed, and is named', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = await makeFolder()
  const ahead = { ...context, now: () => context.now() + day }
  const future = [await makeOne(ahead, folder), await makeOne(ahead, folder)].map(({ name }) => name)
  const { config } = await makeRestorePlace(testApp)
  await expect(restoreCommand.runAlone(config, [folder])).rejects.toThrow(
    'The clock of this machine is before the time',
  )

  const first = await makeOne(context, folder)
  const second = await makeOne(context, folder, '--keep', '1')
  expect(second.output).toContain(`Older backups removed: ${first.name}.`)
  expect(second.output).toContain(
    `is ahead, so --keep neither counts nor removes them: ${future.toReversed().join(', ')}.`,
  )
  expect(namesIn(folder)).toEqual([second.name, ...future])
  expect(await drillCommand.run(context, [folder])).toContain(`Passed over`)
})

test('a copy of a backup under another name does not count in place of a different backup', async () => {
  const { context } = await startFilledConsole()
  const folder = await makeFolder()
  const first = await makeOne(context, folder)
  const second = await makeOne(context, folder)
  for (const name of ['9999-copy', '9999-copy-2'])
    cpSync(path.join(folder, second.name), path.join(folder, name), { recursive: true })
  // Someone may have copied only the signed manifest.
  rmSync(path.join(folder, '9999-copy', 'files'), { recursive: true })
  expect(await drillCommand.run(context, [folder])).toContain('Every hash matches')
  const third = await makeOne(context, folder, '--keep', '2')
  expect(third.output).toContain(`Older backups removed: ${first.name}.`)
  expect(namesIn(folder)).toEqual([second.name, third.name, '9999-copy', '9999-copy-2'])
})

test.runIf(process.platform === 'linux')(
  'pipes, devices, links, folders and huge files in place of a manifest stop no command (only on Linux)',
  async () => {
    const { testApp, context } = await startFilledConsole()
    const folder = await makeFolder()
    const manifestOf = (name: string) => {
      mkdirSync(path.join(folder, name), { mode: 0o700 })
      return path.join(folder, name, 'manifest.json')
    }
    execFileSync('mkfifo', [manifestOf('9999-pipe')])
    symlinkSync('/dev/zero', manifestOf('9999-device'))
    symlinkSync('/etc/hostname', manifestOf('9999-link'))
    mkdirSync(manifestOf('9999-folder'))
    writeFileSync(manifestOf('9999-huge'), '')
    truncateSync(path.join(folder, '9999-huge', 'manifest.json'), 2 ** 40)
    symlinkSync('/proc', path.join(folder, '9999-proc'))
    const { name, output } = await makeOne(context, folder, '--keep', '1')
    expect(output).toContain(`The backup is in ${path.join(folder, name)}`)
    for (const [each, reason] of [
      ['pipe', 'it is not a file'],
      ['device', 'it is not a file'],
      ['link', 'it is not a file'],
      ['folder', 'it is not a file'],
      ['huge', 'it is longer than 64 MiB'],
    ])
      expect(output).toContain(`${path.join(folder, `9999-${each}`)}/manifest.json cannot be read: ${reason}.`)
    expect(await drillCommand.run(context, [folder])).toContain('Every hash matches')
    const { config } = await makeRestorePlace(testApp)
    expect(await restoreCommand.runAlone(config, [folder])).toContain('is restored')
    await expect(restoreCommand.runAlone(config, [path.join(folder, '9999-pipe')])).rejects.toThrow('is not a file')
  },
)

test.skipIf(!isRoot)('folders of another user do not stop a backup, and are named (only as root)', async () => {
  const { context } = await startFilledConsole()
  const folder = await makeFolder()
  await chmod(folder, 0o1777)
  const planted = path.join(folder, '9999-\u001b[31mplanted')
  mkdirSync(planted, { mode: 0o700 })
  execFileSync('mkfifo', [path.join(planted, 'manifest.json')])
  await chown(planted, anotherUser, anotherUser)
  const { output } = await makeOne(context, folder, '--keep', '1')
  expect(output).toContain('or others can change them: 9999-[U+001B][31mplanted.')

  const another = await makeFolder()
  mkdirSync(path.join(another, '.lock'))
  await chown(path.join(another, '.lock'), anotherUser, anotherUser)
  await expect(backupCommand.run(context, [another])).rejects.toThrow('.lock belongs to user')
})

test('a backup goes only into a folder whose contents others cannot replace', async () => {
  const { context } = await startFilledConsole()
  const folder = await makeFolder()
  chmodSync(folder, 0o777)
  await expect(backupCommand.run(context, [folder])).rejects.toThrow(
    `Every user can replace what is in ${folder}. Fix: chmod o-w ${folder}`,
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a backup that other users can read is reported, and the command exits with 1', async () => {
  const { context } = await startFilledConsole()
  const folder = await makeFolder()
  const first = await makeOne(context, folder)
  chmodSync(path.join(folder, first.name), 0o755)
  const second = await makeOne(context, folder)
  expect(second.output).toContain(`Other users can read these backups in ${folder}: ${first.name}. Fix: chmod`)
})

test('a backup that fails leaves nothing behind', async () => {
  const { context } = await startFilledConsole()
  const folder = await makeFolder()
  const engine = { ...context.engine, copy: () => Promise.reject(new Error('the database went away')) }
  await expect(backupCommand.run({ ...context, engine }, [folder])).rejects.toThrow('the database went away')
  expect(readdirSync(folder)).toEqual(['.lock'])
  expect(existsSync(path.join(folder, '.lock', 'server.lock'))).toBe(true)
})
