// @module-tag postgres

import { copyFileSync, cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRestored } from '../../../testing/backup/filled-console.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { describeSchema } from '../../../testing/engines/describe-schema.ts'
import { emptyDatabase, testEngine } from '../../../testing/engines/engines.ts'
import { schemaIn, sortSchema } from '../../../testing/engines/schema-snapshot.ts'
import { readConfig } from '../../core/config.ts'
import { restoreBackup } from './restore-backup.ts'

// A backup that 1.0.0 made of the filled console, with its master key. No later version changes it.
const fixture = path.join(import.meta.dirname, '../../../testing/fixtures/1.0.0', testEngine())
const key = path.join(fixture, 'master.key')
const about = path.join(fixture, 'about.json')

test('[operations-19] a backup of 1.0.0 is restored with all that it contains, and gets the current tables', async () => {
  const { port, email, userId } = JSON.parse(readFileSync(about, 'utf8'))
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  copyFileSync(key, path.join(place.dataDir, 'secret.key'))
  const settings = { ...databaseSettings(place), PORT: String(port), UPLOAD_PART_MB: '5' }
  // A restore notes in the folder of the backup that it runs.
  const folder = path.join(place.dataDir, 'backup-of-1.0.0')
  cpSync(path.join(fixture, 'backup'), folder, { recursive: true })

  const { warnings, manifest } = await restoreBackup(readConfig(settings), folder, { identities: [], isNewKey: false })
  expect({ warnings, madeBy: manifest.version }).toEqual({ warnings: [], madeBy: '1.0.0' })

  const { testApp, cookies } = await openRestored(settings, email)
  const current = readFileSync(
    path.join(import.meta.dirname, '../../core/database/upgrade/schema.snapshot.txt'),
    'utf8',
  )
  expect(sortSchema(await describeSchema(testApp.owner))).toBe(schemaIn(current, testEngine()))
  const read = async (url: string) => (await testApp.app.inject({ url, cookies })).json()
  expect((await read('/v1/users?search=hm-7')).data).toMatchObject([
    { id: userId, memberId: 'HM-7', firstName: 'Zoë', email: 'zoe7@mail.example' },
  ])
  expect((await read('/v1/users')).meta).toMatchObject({ totalAmount: 60 })
  expect((await read(`/v1/users/${userId}/reports`)).data).toMatchObject({ unfilteredAmount: 2 })
  expect((await read('/v1/hospital-patients')).data.meta).toMatchObject({ totalAmount: 40 })
  expect((await read('/v1/files')).data.files).toMatchObject([
    { type: 'gguf', version: 2 },
    { type: 'txt', version: 1 },
  ])
})
