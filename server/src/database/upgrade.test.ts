import { expect, onTestFinished, test } from 'vitest'
import { databaseOf020 } from '../../testing/version-0-2-0.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

test('a link that undoes a change of e-mail knows from before whether there was a factor, and not who requested it', async () => {
  const database = openDatabase(await databaseOf020())
  onTestFinished(() => database.close())
  await database.db.deleteFrom('emailUndos').execute()
  type Names = 'admins' | 'passkeys' | 'secondFactors' | 'recoveryCodes' | 'emailUndos'
  const db = database.db.withTables<Record<Names, Record<string, unknown>>>()
  const hour = 3_600_000
  const changedAtMs = 1_000 * hour
  const shared = { role: 'admin', color: 'butter-honey', passwordHash: 'none', fullName: 'Ada', createdAtMs: 1 }
  const passkey = { publicKey: 'x', counter: 0, transports: '[]', isSyncable: 0, isSynced: 0, name: 'Phone' }
  for (const [id, addedAtMs] of [
    ['before', changedAtMs - hour],
    ['since', changedAtMs + hour],
  ] as const) {
    const email = `${id}@example.org`
    await db
      .insertInto('admins')
      .values({ ...shared, id, email, emailKey: email })
      .execute()
    await db
      .insertInto('passkeys')
      .values({ ...passkey, id, adminId: id, credentialId: id, createdAtMs: addedAtMs })
      .execute()
    const app = { adminId: id, secret: 'x', lastStep: 1, createdAtMs: changedAtMs + hour }
    await db.insertInto('secondFactors').values(app).execute()
    await db.insertInto('recoveryCodes').values({ adminId: id, codeHash: 'x' }).execute()
    const undo = { id, adminId: id, tokenHash: id, email, emailKey: email, expiresAtMs: changedAtMs + 7 * 24 * hour }
    await db.insertInto('emailUndos').values(undo).execute()
  }

  const startedAtMs = Date.now()
  await migrate(database)
  const undos = db.selectFrom('emailUndos').select(['id', 'requestedAtMs', 'sessionId', 'hadFactor']).orderBy('id')
  const unknown = { requestedAtMs: changedAtMs, sessionId: null }
  expect(await undos.execute()).toEqual([
    { id: 'before', ...unknown, hadFactor: 1 },
    { id: 'since', ...unknown, hadFactor: 0 },
  ])
  const [codes] = await db.selectFrom('recoveryCodes').select(['createdAtMs', 'sessionId']).execute()
  expect(codes?.['sessionId']).toBeNull()
  expect(codes?.['createdAtMs']).toBeGreaterThanOrEqual(startedAtMs)
})
