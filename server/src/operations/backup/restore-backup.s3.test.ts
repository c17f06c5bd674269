import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  makeRestorePlace,
  openRestored,
  readAnswers,
  readObjects,
  startFilledConsole,
} from '../../../testing/backup/filled-console.ts'
import { ggufOf, listFiles, uploadNext } from '../../../testing/files/files-app.ts'
import { streamOf } from '../../../testing/storage/streams.ts'
import { makeBucket } from '../../../testing/files/make-bucket.ts'
import { markBucket } from '../../features/files/ownership/owner.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import { hashObject } from '../../core/storage/object-source.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const options = { identities: [], isNewKey: false }

test('a console with a bucket is restored into an empty one, and into its own, whose newer objects are reported', async () => {
  const before = await startFilledConsole(await makeBucket())
  const { testApp, session, context, userId } = before
  const folder = mkdtempSync(path.join(tmpdir(), 'console-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const answers = await readAnswers(testApp, session.cookies, userId)
  const objects = await readObjects(context)
  await createBackup(context, folder, { recipients: [] })

  const fresh = await makeRestorePlace(testApp, await makeBucket())
  expect((await restoreBackup(fresh.config, folder, options)).warnings).toEqual([])
  const after = await openRestored(fresh.settings, session.admin.email)
  expect(await readAnswers(after.testApp, after.cookies, userId)).toEqual(answers)
  expect(await readObjects(after.testApp.context)).toEqual(objects)

  const [file] = await listFiles(session)
  if (file) await uploadNext(session, file, 'main.gguf', ggufOf(100_000, 9))
  // Replaces the content under its key, as an error of the bucket or a killed restore would.
  const key = toObjectKey(Object.keys(objects)[0] ?? '')
  await context.storage.remove(key)
  await context.storage.putObject(key, streamOf(Buffer.from('other')), { sizeBytes: 5, maxBytes: 5 })
  const { storage } = context.config
  if (storage.kind !== 's3') throw new Error('The test needs a bucket')
  const own = await makeRestorePlace(testApp)
  const restored = await restoreBackup({ ...own.config, storage }, folder, options)
  expect(restored.warnings).toEqual([
    'Objects and uploads in the file storage that are newer than the backup: 1. They are removed after 30 days.',
  ])
  expect((await hashObject(context.storage, key)).sha256).toBe(objects[key])

  const foreign = await startFilledConsole(await makeBucket())
  await markBucket(foreign.context)
  const elsewhere = await makeRestorePlace(testApp)
  const done: string[] = []
  const onProgress = (doing: string) => done.push(doing)
  const into = (bucket: typeof storage) =>
    restoreBackup({ ...elsewhere.config, storage: bucket }, folder, { ...options, onProgress })
  const foreignBucket = foreign.context.config.storage
  if (foreignBucket.kind !== 's3') throw new Error('The test needs a bucket')
  await expect(into(foreignBucket)).rejects.toThrow('belongs to another console')
  await expect(into({ ...storage, bucket: 'no-such-bucket' })).rejects.toThrow()
  // This happens before anything else.
  expect(done).toEqual([])
})
