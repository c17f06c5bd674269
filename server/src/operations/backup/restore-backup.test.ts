import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  makeRestorePlace,
  openRestored,
  readAnswers,
  readObjects,
  startFilledConsole,
} from '../../../testing/backup/filled-console.ts'
import { makeFolder } from '../../../testing/backup/make-folder.ts'
import { beginPlanned, ggufOf, put } from '../../../testing/files/files-app.ts'
import { byServer } from '../../core/audit/entry.ts'
import { readProof } from '../../core/audit/proof-files.ts'
import { openDatabase } from '../../core/database/open.ts'
import { listTables, requireWhole } from '../../core/database/upgrade/restore-place.ts'
import { findOwner } from '../../features/files/ownership/owner.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const plainly = { recipients: [] }
const withoutKeys = { identities: [], isNewKey: false }

test(
  '[operations-5] the restored console returns the same responses as before, and all admins sign in again',
  { tags: 'postgres' },
  async () => {
    const before = await startFilledConsole()
    const { testApp, session, context, userId } = before
    const invited = await session.call('POST', '/v1/admin-invites', { users: [{ email: 'zoe@console.test' }] })
    expect(invited.statusCode).toBe(200)
    const { url } = await beginPlanned(session, ggufOf(100_000, 3))
    expect((await put(url, ggufOf(100_000, 3))).status).toBe(204)
    await beginPlanned(session, ggufOf(100_000, 4))
    expect(await context.db.selectFrom('fileUploads').select('state').distinct().orderBy('state').execute()).toEqual([
      { state: 'arrived' },
      { state: 'open' },
    ])
    const answers = await readAnswers(testApp, session.cookies, userId)
    const objects = await readObjects(context)
    const folder = await makeFolder()
    const made = await createBackup(context, folder, plainly)
    const { checkpoints } = await readProof(context.config)
    // These entries were written after the backup, so the restored audit log is shorter than its checkpoints.
    await context.audit.write([{ ...byServer, action: 'users.list', subjects: [] }])

    const { config, settings } = await makeRestorePlace(testApp, { AUDIT_PROOF_DIR: context.config.auditProofDir })
    const restored = await restoreBackup(config, folder, withoutKeys)
    expect(restored).toMatchObject({ warnings: [], manifest: made.manifest })
    const after = await openRestored(settings, session.admin.email)
    expect(after.signIn.statusCode).toBe(200)
    expect(await readAnswers(after.testApp, after.cookies, userId)).toEqual(answers)
    expect(await readObjects(after.testApp.context)).toEqual(objects)

    const { db } = after.testApp.context
    // This also works before its first sweep: a restore that is killed once it has marked the file storage can be run
    // again.
    const listOwners = (of: typeof db) => of.selectFrom('bucketState').select('ownerId').execute()
    expect(await listOwners(db)).toEqual(await listOwners(context.db))
    expect((await after.testApp.app.inject({ url: '/v1/users', cookies: session.cookies })).statusCode).toBe(401)
    const nowMs = context.now()
    expect(await db.selectFrom('invitations').select('id').where('expiresAtMs', '>', nowMs).execute()).toEqual([])
    expect(await db.selectFrom('invitations').select('email').execute()).toEqual([{ email: 'zoe@console.test' }])
    expect(await db.selectFrom('outbox').select('id').where('content', 'is not', null).execute()).toEqual([])
    expect(await db.selectFrom('fileUploads').select('state').distinct().execute()).toEqual([{ state: 'given_up' }])
    expect(await findOwner(after.testApp.context)).toBe('us')
    const proof = readdirSync(config.auditProofDir).filter((name) => name.startsWith('checkpoints-before-'))
    expect(proof).toHaveLength(1)
    const proved = (await readProof(config)).checkpoints
    expect(proved.slice(0, -1)).toEqual(checkpoints)
    const acts = db.selectFrom('auditEvents').select(['sequence', 'action']).where('action', 'like', 'backup.%')
    expect(await acts.orderBy('sequence').execute()).toMatchObject([
      { action: 'backup.create' },
      { action: 'backup.restore', sequence: proved.at(-1)?.size },
    ])
  },
)

test('a file that is replaced after its check is not restored', async () => {
  const { testApp, context } = await startFilledConsole()
  const { folder, manifest } = await createBackup(context, await makeFolder(), plainly)
  const [object] = manifest.objects
  const checkpoints = manifest.proof.find((file) => file.path.endsWith('checkpoints.txt'))
  if (!object || !checkpoints) throw new Error('The backup lacks a file')
  for (const [{ path: name }, swapAt] of [
    [manifest.database, 'Restoring the database'],
    [object, 'Restoring the files'],
    [checkpoints, 'Restoring the files'],
  ] as const) {
    const file = path.join(folder, name)
    const content = readFileSync(file)
    const { config } = await makeRestorePlace(testApp)
    const onProgress = (doing: string) => {
      if (doing !== swapAt) return
      rmSync(file)
      // The end differs, which the program that loads a database may not read.
      writeFileSync(file, Buffer.concat([content.subarray(0, -1), Buffer.from([(content.at(-1) ?? 0) ^ 1])]))
    }
    await expect(restoreBackup(config, folder, { ...withoutKeys, onProgress })).rejects.toThrow(
      `${name} is not what was backed up`,
    )
    const database = openDatabase(config)
    const tables = await listTables(database)
    await database.close()
    expect(() => requireWhole(tables)).toThrow('A restore into this database has not finished.')
    // No program has read a byte of unchecked content.
    if (swapAt === 'Restoring the database') expect(tables).toEqual(['restore_in_progress'])
    writeFileSync(file, content)
  }
})
