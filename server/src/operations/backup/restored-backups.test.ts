import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import {
  makeRestorePlace,
  openRestored,
  readAnswers,
  readObjects,
  startFilledConsole,
} from '../../../testing/backup/filled-console.ts'
import { makeFolder } from '../../../testing/backup/make-folder.ts'
import { ggufOf, listFiles, uploadNext } from '../../../testing/files/files-app.ts'
import { tamperWithLog } from '../../../testing/audit-log.ts'
import { streamOf } from '../../../testing/storage/streams.ts'
import { createCheckpointSigner } from '../../core/audit/checkpoint.ts'
import { readProof } from '../../core/audit/proof-files.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { lockFolder } from '../../core/database/sqlite/lock-folder.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import { createObjectKey } from '../../../testing/storage/create-object-key.ts'
import { openStorage } from '../../core/storage/open-storage.ts'
import { backupCommand, restoreCommand } from './commands.ts'
import { createBackup } from './create-backup.ts'
import { signatureOf } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const unproven = 'The backup is not proven: anyone who could write to it may have changed it.'
const plainly = { recipients: [] }
const withoutKeys = { identities: [], isNewKey: false }

test('a backup and its restore report what is missing, and so is an audit log that was changed', async () => {
  const { testApp, context } = await startFilledConsole()
  const [lost = ''] = Object.keys(await readObjects(context))
  await context.storage.remove(toObjectKey(lost))
  await tamperWithLog(testApp.owner, (transaction) =>
    transaction.deleteFrom('auditEvents').where('sequence', '=', 3).execute(),
  )
  const folder = await makeFolder()
  await expect(backupCommand.run(context, [folder])).rejects.toThrow(`Missing from the file storage: ${lost}`)

  const { config } = await makeRestorePlace(testApp)
  const storage = await openStorage(config.storage)
  const another = createObjectKey('models')
  await storage.putObject(another, streamOf(Buffer.from('a')), { sizeBytes: 1, maxBytes: 1 })
  for (const options of [withoutKeys, withoutKeys])
    await expect(restoreBackup(config, folder, options)).rejects.toThrow(`is not empty (${another})`)
  await storage.remove(another)
  const restored = restoreCommand.runAlone(config, [folder])
  await expect(restored).rejects.toThrow('The audit log is broken at row 3: row 3 was deleted.')
  // A signature would make the changed log look complete.
  expect((await readProof(config)).checkpoints).toEqual((await readProof(context.config)).checkpoints)
  await expect(restored).rejects.toThrow('Objects that were missing from the file storage when the backup was made: 1.')
  await expect(restored).rejects.toThrow('1 of 3 versions do not match their stored size and SHA-256:')
})

test('a second backup only needs space for new files, and the oldest backups are removed', async () => {
  const { session, context } = await startFilledConsole()
  const folder = path.join(await makeFolder(), 'backups')
  const first = await createBackup(context, folder, plainly)
  expect([first.linked, first.manifest.objects.length]).toEqual([0, 3])
  const [file] = await listFiles(session)
  if (file) await uploadNext(session, file, 'main.gguf', ggufOf(100_000, 4))
  const output = await backupCommand.run(context, [folder, '--keep', '1'])
  const [second = '', ...others] = readdirSync(folder).filter((name) => name !== '.lock')
  expect(others).toEqual([])
  expect(output).toBe(
    `The backup is in ${path.join(folder, second)}: the database and 4 model files, 3 of them linked from an earlier backup.\nOlder backups removed: ${path.basename(first.folder)}.`,
  )
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const { mode } = statSync(path.join(folder, name))
    expect([name, (mode & 0o077).toString(8)]).toEqual([name, '0'])
  }
  expect(existsSync(first.folder)).toBe(false)
  await expect(backupCommand.run(context, [folder, '--keep', '0'])).rejects.toThrow('--keep needs a whole number')
  const lock = lockFolder(path.join(folder, '.lock'))
  await expect(createBackup(context, folder, plainly)).rejects.toThrow('is in progress')
  lock?.close()
  const third = await createBackup(context, folder, plainly)

  const damaged = path.join(folder, second, 'manifest.json')
  writeFileSync(damaged, '{')
  const made = backupCommand.run(context, [folder, '--keep', '1'])
  await expect(made).rejects.toThrow(/The backup is in .+: the database and 4 model files, 4 of them/)
  await expect(made).rejects.toThrow(
    `Older backups removed: ${path.basename(third.folder)}.\n${damaged} is not the manifest of a backup`,
  )
  expect(existsSync(damaged)).toBe(true)
  expect(readdirSync(folder).filter((name) => name !== '.lock')).toHaveLength(2)
})

test('each backup names a model file that the storage has lost, also one that an earlier backup still contains', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = await makeFolder()
  await createBackup(context, folder, plainly)
  const [lost = ''] = Object.keys(await readObjects(context))
  await context.storage.remove(toObjectKey(lost))
  const named = `Missing from the file storage, and in this backup only from an earlier one: ${lost}`
  await expect(backupCommand.run(context, [folder])).rejects.toThrow(named)
  await expect(backupCommand.run(context, [folder])).rejects.toThrow(named)
  const { config } = await makeRestorePlace(testApp)
  expect((await restoreBackup(config, folder, withoutKeys)).warnings).toEqual([])
})

test('a restored backup is complete and matches, or nothing is restored', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = await makeFolder()
  const { folder: backup, manifest } = await createBackup(context, folder, plainly)
  const { config } = await makeRestorePlace(testApp)

  await expect(restoreBackup(context.config, folder, withoutKeys)).rejects.toThrow('is not empty. A backup')
  await expect(restoreBackup(config, await makeFolder(), withoutKeys)).rejects.toThrow('There is no complete backup')
  const other = { ...config, secretKey: { ...config.secretKey, file: path.join(await makeFolder(), 'other.key') } }
  await expect(restoreBackup(other, folder, withoutKeys)).rejects.toThrow(
    `There is no master key in ${other.secretKey.file}. Copy`,
  )
  writeFileSync(other.secretKey.file, 'no key')
  const withNewKey = { ...withoutKeys, isNewKey: true, mayBeForged: true }
  for (const options of [withoutKeys, withNewKey])
    await expect(restoreBackup(other, folder, options)).rejects.toThrow('must contain at least 32 random bytes')
  writeFileSync(other.secretKey.file, Buffer.alloc(32, 1).toString('base64'))
  await expect(restoreBackup(other, folder, withoutKeys)).rejects.toThrow(
    `The master key in ${other.secretKey.file} is not the one of the backup of ${manifest.madeAt}`,
  )

  const manifestFile = path.join(backup, 'manifest.json')
  const older = { ...manifest, migrations: ['034-second-labels'], signature: undefined, bucketOwner: undefined }
  const newer = { ...manifest, version: '9.0.0', migrations: [...manifest.migrations, '999-later'] }
  writeFileSync(manifestFile, JSON.stringify(older))
  await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow(
    'The backup is from before Health Console 1.0.0, and no later version can use it.',
  )
  writeFileSync(manifestFile, JSON.stringify(newer))
  await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow(
    'The backup is from Health Console 9.0.0, which this one',
  )
  const [damaged] = manifest.objects
  if (!damaged) throw new Error('The backup has no objects')
  const engine = manifest.engine === 'sqlite' ? 'postgres' : 'sqlite'
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, engine }))
  await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow(/^The backup is of an? .* database\./)
  const changed = { ...manifest, objects: manifest.objects.slice(1) }
  for (const signature of [manifest.signature, signatureOf(openKeys(other), changed)]) {
    writeFileSync(manifestFile, JSON.stringify({ ...changed, signature }))
    await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow('was changed after the backup was made')
  }
  for (const text of [
    '{',
    'null',
    JSON.stringify({ ...manifest, objects: [{ ...damaged, path: '../database' }] }),
    JSON.stringify({ ...manifest, objects: [{ ...damaged, path: '/etc/hostname' }] }),
    JSON.stringify({ ...manifest, objects: [{ ...damaged, key: '../database' }] }),
  ]) {
    writeFileSync(manifestFile, text)
    await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow('is not the manifest of a backup')
  }
  writeFileSync(manifestFile, JSON.stringify(manifest))

  const file = path.join(backup, damaged.path)
  const content = readFileSync(file)
  writeFileSync(file, Buffer.concat([content.subarray(1), Buffer.alloc(1)]))
  await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow(`${damaged.path} is not what was backed up`)
  rmSync(file)
  symlinkSync('/dev/zero', file)
  await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow(`${damaged.path} cannot be read: it is not`)
  rmSync(file)
  writeFileSync(file, content)
  await expect(restoreCommand.runAlone(other, [backup, '--new-key'])).rejects.toThrow(
    'only its own master key could check its signature',
  )
  const restored = restoreCommand.runAlone(other, [backup, '--new-key', '--may-be-forged'])
  await expect(restored).rejects.toThrow(`The backup of ${manifest.madeAt} was restored, but:\n${unproven}`)
  // Keys without proof are not trusted, so its checkpoints prove nothing here.
  await expect(restored).rejects.toThrow('Checkpoints of the backup that no known key has signed are in')
  const { checkpoints, publicKeys } = await readProof(other)
  expect([checkpoints.length, publicKeys.length]).toEqual([1, 1])
})

test('keys are read only from the key file of a signed backup', async () => {
  const { testApp, context } = await startFilledConsole()
  const keyOf = (byte: number) =>
    createCheckpointSigner({ derive: () => Buffer.alloc(32, byte) }, { publicUrl: 'https://other.example.org' })
      .verifierKey
  const proofFile = (name: string) => path.join(context.config.auditProofDir, name)
  appendFileSync(proofFile('checkpoints.txt'), `\n\n${keyOf(1)}\n`)
  appendFileSync(proofFile('public-keys.txt'), `${keyOf(2)}\n${keyOf(3).slice(0, -5)}`)
  const folder = await makeFolder()
  const made = await createBackup(context, folder, plainly)
  const { config } = await makeRestorePlace(testApp)
  expect((await restoreBackup(config, folder, withoutKeys)).warnings).toEqual([])
  const { publicKeys } = await readProof(config)
  expect(publicKeys).toContain(keyOf(2))
  expect(publicKeys).not.toContain(keyOf(1))
  expect(await verifyAuditCommand.run(context, [])).toContain('is intact')

  // A further backup reuses no files of one that is not signed.
  const { signature: _, ...unsigned } = made.manifest
  writeFileSync(path.join(made.folder, 'manifest.json'), JSON.stringify(unsigned))
  expect((await createBackup(context, folder, plainly)).linked).toBe(0)
})

test('an encrypted backup reveals nothing without its secret key', async () => {
  const { testApp, session, context, userId } = await startFilledConsole()
  const folder = await makeFolder()
  const identity = await generateIdentity()
  const recipients = [await identityToRecipient(identity)]
  const { folder: backup } = await createBackup(context, folder, { recipients })
  const { linked } = await createBackup(context, folder, { recipients })
  expect(linked).toBe(3)
  for (const entry of readdirSync(backup, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'manifest.json') continue
    const content = readFileSync(path.join(entry.parentPath, entry.name), 'latin1')
    expect(content.startsWith('age-encryption.org/v1')).toBe(true)
    expect(content).not.toContain('mail.example')
  }

  const { config, settings } = await makeRestorePlace(testApp)
  await expect(restoreBackup(config, folder, withoutKeys)).rejects.toThrow('--identity FILE')
  const foreign = { ...withoutKeys, identities: [await generateIdentity()] }
  await expect(restoreBackup(config, folder, foreign)).rejects.toThrow('is not the one for this backup')
  await restoreBackup(config, folder, { ...withoutKeys, identities: [identity] })
  const answers = await readAnswers(testApp, session.cookies, userId)
  const after = await openRestored(settings, session.admin.email)
  expect(await readAnswers(after.testApp, after.cookies, userId)).toEqual(answers)
})
