import { expect, test } from 'vitest'
import {
  beginPlanned,
  ggufOf,
  listFiles,
  put,
  startFilesApp,
  storedKeys,
  uploadFirst,
} from '../../../testing/files/files-app.ts'
import { named } from '../../../testing/audit-log.ts'

test('a rejected upload is discarded and logged in one transaction', async () => {
  const app = await startFilesApp()
  const { session, context } = app
  const first = (await uploadFirst(session, 'a.gguf', ggufOf(5_000))).json()
  const damaged = Buffer.from('GGUF but no model')
  const { url, upload } = await beginPlanned(session, damaged)
  await put(url, damaged)
  const keys = await storedKeys(app)
  const publish = () =>
    session.call('PATCH', `/v1/files/${first.id}`, {
      id: first.id,
      version: 2,
      filename: 'b.gguf',
      uploadId: upload.id,
    })

  await context.db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  expect((await publish()).statusCode).toBe(500)
  expect(await storedKeys(app)).toEqual(keys)
  await context.db.schema.alterTable('elsewhere').renameTo('auditEvents').execute()

  expect((await publish()).statusCode).toBe(422)
  expect(await storedKeys(app)).toEqual([first.key])
  expect(await context.db.selectFrom('fileUploads').selectAll().execute()).toEqual([])
  expect(await listFiles(session)).toEqual([first])
  const entries = await context.db
    .selectFrom('auditEvents')
    .select(['subjects', 'outcome', 'reason'])
    .where('action', '=', 'files.publish')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  expect(entries).toEqual({ subjects: named(`upload:${upload.id}`), outcome: 'failed', reason: 'unprocessable' })
})
