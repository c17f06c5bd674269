import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { databaseSettings } from '../../testing/database-settings.ts'
import { emptyDatabase } from '../../testing/engines.ts'
import { openRestored } from '../../testing/backup/filled-console.ts'
import { databaseOf020, unpack020 } from '../../testing/version-0-2-0.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyAuditCommand } from '../commands/verify-audit-command.ts'
import { readConfig } from '../config.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { openDatabase } from './open.ts'

test('a database of 0.2.0 is brought forward, its audit log verifies, and its admins sign in', async () => {
  const place = await databaseOf020()
  const database = openDatabase(place)
  await bringUpToDate(database)
  await database.close()
  const { testApp, signIn, cookies } = await openRestored(databaseSettings(place), unpack020().emails[0] ?? '')
  expect(await verifyAuditCommand.run(testApp.context, [])).toContain('the 7 rows before them are archived and sealed')
  expect(signIn.statusCode).toBe(200)
  const found = await testApp.app.inject({ url: '/v1/users?search=brannstrom', cookies })
  expect(found.json()).toMatchObject({ data: [{ firstName: 'Ärne' }, { firstName: 'Zoë' }] })
})

test('a backup of 0.2.0 is restored', async () => {
  const { backup, masterKey } = unpack020()
  const place = await emptyDatabase()
  copyFileSync(masterKey, path.join(place.dataDir, 'secret.key'))
  const { warnings } = await restoreBackup(readConfig(databaseSettings(place)), backup, {
    identities: [],
    isNewKey: false,
  })
  expect(warnings).toEqual([])
})
