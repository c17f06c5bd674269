import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { databaseSettings } from '../../testing/database-settings.ts'
import { describeSchema } from '../../testing/describe-schema.ts'
import { emptyDatabase } from '../../testing/engines.ts'
import { openRestored } from '../../testing/backup/filled-console.ts'
import { databaseOf020, unpack020 } from '../../testing/version-0-2-0.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyAuditCommand } from '../commands/audit-commands.ts'
import { readConfig } from '../config.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { listAppliedMigrations, migrationNames, oldest } from './migrate.ts'
import { openDatabase } from './open.ts'

test('a database of 0.2.0 gets the schema of a new one, its audit log verifies, and its admins sign in', async () => {
  const place = await databaseOf020()
  const database = openDatabase(place)
  await bringUpToDate(database)
  expect(await listAppliedMigrations(database)).toEqual(migrationNames)
  expect(await describeSchema(database)).toBe(await describeSchema((await buildTestApp()).owner))
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
  onTestFinished(() => place.remove())
  copyFileSync(masterKey, path.join(place.dataDir, 'secret.key'))
  const { warnings } = await restoreBackup(readConfig(databaseSettings(place)), backup, {
    identities: [],
    isNewKey: false,
  })
  expect(warnings).toEqual([])
})

test.for([
  ['older', sql`delete from kysely_migration where name = ${oldest.migrations.at(-1)}`],
  [
    'between two versions',
    sql`insert into schema_changes values ('034-third-labels', 1, ${oldest.version})`,
    sql`insert into kysely_migration values ('034-third-labels', '')`,
  ],
] as const)('a database that is %s is refused, and stays as it is', async ([, ...changes]) => {
  const place = await databaseOf020()
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  for (const change of changes) await change.execute(database.db)
  const before = await describeSchema(database)
  await expect(bringUpToDate(database)).rejects.toThrow('Start 0.2.0 with it first, and then this one')
  expect(await describeSchema(database)).toBe(before)
})

test('a backup of an older version is refused before anything is restored', async () => {
  const { backup, masterKey } = unpack020()
  const file = path.join(backup, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const older = { ...manifest, signature: undefined, migrations: manifest.migrations.slice(0, -1) }
  writeFileSync(file, JSON.stringify(older))
  const place = await emptyDatabase()
  copyFileSync(masterKey, path.join(place.dataDir, 'secret.key'))
  const restored = restoreBackup(readConfig(databaseSettings(place)), backup, { identities: [], isNewKey: false })
  await expect(restored).rejects.toThrow('older than Health Console 0.2.0')
  onTestFinished(() => place.remove())
})
