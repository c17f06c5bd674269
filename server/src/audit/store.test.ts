import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { tamperWithRecord } from '../../testing/record.ts'
import { byServer } from './entry.ts'
import { verifyAuditLog } from './store.ts'

const entry = { ...byServer, subjects: [] }

async function appWithRecord(rows: number) {
  const testApp = await buildTestApp()
  const { audit } = testApp.context
  await Promise.all(Array.from({ length: rows }, (_, index) => audit.record([{ ...entry, action: `test.${index}` }])))
  return testApp.context
}

test('concurrent entries form one chain without a gap', async () => {
  const { db } = await appWithRecord(200)
  expect(await verifyAuditLog(db)).toEqual({ rows: 200, brokenAt: null })
  const sequences = await db.selectFrom('auditEvents').select('sequence').orderBy('sequence').execute()
  expect(sequences.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})

test('any number of entries may wait at once', async () => {
  const { db } = await appWithRecord(6_000)
  expect(await verifyAuditLog(db)).toEqual({ rows: 6_000, brokenAt: null })
})

test('a changed row is detected', async () => {
  const { db, engine } = await appWithRecord(5)
  await tamperWithRecord({ db, engine }, (transaction) =>
    transaction.updateTable('auditEvents').set({ outcome: 'denied' }).where('sequence', '=', 3).execute(),
  )
  expect(await verifyAuditLog(db)).toEqual({ rows: 2, brokenAt: 3 })
})

test('a removed row is detected', async () => {
  const { db, engine } = await appWithRecord(5)
  await tamperWithRecord({ db, engine }, (transaction) =>
    transaction.deleteFrom('auditEvents').where('sequence', '=', 4).execute(),
  )
  expect(await verifyAuditLog(db)).toEqual({ rows: 3, brokenAt: 4 })
})

test('an entry that cannot be written fails for its caller', async () => {
  const { db, audit } = await appWithRecord(1)
  await db.schema.dropTable('auditEvents').execute()
  await expect(audit.record([{ ...entry, action: 'test' }])).rejects.toThrow()
})
