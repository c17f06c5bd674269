import { mkdir, rename, rmdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readObjects, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { makeBucket } from '../../../testing/files/make-bucket.ts'
import { streamOf } from '../../../testing/storage/streams.ts'
import { readConfig } from '../../core/config.ts'
import { createContext } from '../../core/context.ts'
import { openDatabase } from '../../core/database/open.ts'
import { findOwner, ownerKey } from '../../features/files/ownership/owner.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import { openStorage } from '../../core/storage/open-storage.ts'
import { moveConsole } from './move-console.ts'

test('files are moved from the data directory to a bucket, where leftovers of a killed move are replaced', async () => {
  const { testApp, context } = await startFilledConsole()
  const { config } = context
  const objects = await readObjects(context)
  await testApp.app.close()
  const settings = { ...databaseSettings(config), PORT: String(config.port), ...(await makeBucket()) }
  const to = readConfig(settings)
  const bucket = await openStorage(to.storage)
  const broken = toObjectKey(Object.keys(objects)[0] ?? '')
  const content = Buffer.from('half of it')
  await bucket.putObject(broken, streamOf(content), { sizeBytes: content.length, maxBytes: content.length })

  const moved = await moveConsole(config, to, () => {})
  expect(moved).toEqual({ rows: undefined, objects: Object.keys(objects).length, warnings: [] })
  const database = openDatabase(to)
  onTestFinished(() => database.close())
  await expect(createContext(config, database)).rejects.toThrow('has moved to')
  const after = await createContext(to, database)
  expect(await readObjects(after)).toEqual(objects)
  expect(await findOwner(after)).toBe('us')
})

test('nothing is moved from a folder that is empty although the database knows objects, nor to a bucket that does not exist, belongs to another console or has other objects', async () => {
  const { testApp, context } = await startFilledConsole()
  const { config } = context
  await testApp.app.close()
  if (config.storage.kind !== 'local') throw new Error('The test needs files on disk')
  const { folder } = config.storage
  const bucket = await makeBucket()
  const settings = { ...databaseSettings(config), PORT: String(config.port), ...bucket }
  const move = (changed: Record<string, string> = {}) =>
    moveConsole(config, readConfig({ ...settings, ...changed }), () => {})

  await rename(folder, `${folder}-aside`)
  await mkdir(folder)
  await expect(move()).rejects.toThrow(/^Nothing was moved, because the file storage .* has no ownership marker/)
  await rmdir(folder)
  await rename(`${folder}-aside`, folder)
  const target = await openStorage(readConfig(settings).storage)
  expect(await Array.fromAsync(target.listObjects())).toEqual([])

  await expect(move({ S3_BUCKET: 'console-nowhere' })).rejects.toThrow()
  const mark = Buffer.from('another console')
  await target.putObject(ownerKey, streamOf(mark), { sizeBytes: mark.length, maxBytes: mark.length })
  await expect(move()).rejects.toThrow('belongs to another console')
  await target.remove(ownerKey)
  const other = toObjectKey('of-another-program')
  await target.putObject(other, streamOf(mark), { sizeBytes: mark.length, maxBytes: mark.length })
  await expect(move()).rejects.toThrow('contains of-another-program, which is not of this console')
  // The same move succeeds once the bucket is empty.
  await target.remove(other)
  expect(await move()).toMatchObject({ warnings: [] })
})
