import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { emptyDatabase } from '../../../../testing/engines/engines.ts'
import { launchServer, type LaunchedServer, startServerProcess } from '../../../../testing/processes/server-process.ts'
import { migrate, type Migrations } from '../upgrade/migrate.ts'
import { openDatabase } from '../open.ts'

const additive: Migrations = {
  '998-notes': {
    isAdditive: true,
    up: (db) => db.schema.alterTable('sessions').addColumn('note', 'text').execute(),
  },
}
const breaking: Migrations = {
  '999-names': { up: (db) => db.schema.alterTable('sessions').renameColumn('note', 'remark').execute() },
}

test('replicas of the previous version serve and start again after an additive change, and none starts after a breaking one', async () => {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  const first = await startServerProcess(place)
  onTestFinished(() => first.kill())
  const database = openDatabase({ ...place, databaseUrl: place.directUrl ?? place.databaseUrl })
  onTestFinished(() => database.close())
  const launch = async () => {
    const replica = await launchServer({ ...databaseSettings(place), MAIL_DELIVERY: 'off', PUBLIC_URL: first.url })
    onTestFinished(async () => void (await replica.end('SIGKILL')))
    return replica
  }
  const statusOf = async ({ url }: Pick<LaunchedServer, 'url'>, location: string) =>
    (await fetch(`${url}${location}`, { headers: { cookie: first.cookie } })).status

  await migrate(database, additive)
  const second = await launch()
  await second.ready()
  for (const replica of [first, second])
    for (const location of ['/readyz', '/v1/users', '/v1/admins', '/v1/files'])
      expect({ location, status: await statusOf(replica, location) }).toEqual({ location, status: 200 })

  await migrate(database, { ...additive, ...breaking })
  for (const replica of [first, second]) expect(await statusOf(replica, '/readyz')).toBe(503)
  await expect((await launch()).ready()).rejects.toThrow('cannot use')
})
