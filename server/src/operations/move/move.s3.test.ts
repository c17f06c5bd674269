import { expect, onTestFinished, test } from 'vitest'
import { readObjects, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { databaseSettings } from '../../../testing/database-settings.ts'
import { makeBucket } from '../../../testing/files/make-bucket.ts'
import { streamOf } from '../../../testing/storage/streams.ts'
import { readConfig } from '../../core/config.ts'
import { createContext } from '../../core/context.ts'
import { openDatabase } from '../../core/database/open.ts'
import { findOwner } from '../../features/files/ownership/owner.ts'
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
