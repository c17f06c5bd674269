// @module-tag postgres

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { testEngine } from '../../../testing/engines/engines.ts'
import { byServer } from './entry.ts'
import { createAuditLog } from './store.ts'
import { verifyAuditLog } from './verify.ts'

const entry = { ...byServer, action: 'users.list', address: '127.0.0.1' } as const

async function appWithLog(rows: number) {
  const testApp = await buildTestApp()
  const { audit } = testApp.context
  await Promise.all(Array.from({ length: rows }, () => audit.write([{ ...entry, subjects: [] }])))
  return testApp.context
}

test('concurrent entries form one chain without a gap', async () => {
  const { db } = await appWithLog(200)
  expect(await verifyAuditLog(db)).toMatchObject({ rows: 200, brokenAt: null })
  const sequences = await db.selectFrom('auditEvents').select('sequence').orderBy('sequence').execute()
  expect(sequences.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})

test('any number of entries may wait at the same time', async () => {
  const { db } = await appWithLog(6_000)
  expect(await verifyAuditLog(db)).toMatchObject({ rows: 6_000, brokenAt: null })
})

test('rows are found by all subjects that they refer to once they are indexed, each row once', async () => {
  const { db, engine, audit } = (await buildTestApp()).context
  const source = { actorId: 'a', sessionId: 's', address: '192.0.2.1', requestId: 'r' }
  const subjects = ['user:1', 'user:2', 'user:1'] as const
  await audit.write([{ ...byServer, ...source, action: 'users.list', subjects: [...subjects] }])
  await audit.write(Array.from({ length: 120 }, () => ({ ...byServer, action: 'users.list', subjects: ['user:1'] })))
  // Another replica does the same.
  await Promise.all([audit.catchUp(), createAuditLog(db, engine, Date.now).catchUp()])
  const terms = await db.selectFrom('auditTerms').selectAll().orderBy('term').where('sequence', '=', 1).execute()
  expect(terms.map(({ term }) => term)).toEqual(['address:192.0.2.1', 'request:r', 'session:s', 'user:1', 'user:2'])
  expect(terms[0]).toMatchObject({ action: 'users.list', outcome: 'ok' })
  const found = await db.selectFrom('auditTerms').select('sequence').where('term', '=', 'user:1').execute()
  expect(found.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 121 }, (_, index) => index + 1),
  )
})

test('the server’s job indexes the rows that were written', async () => {
  const { db, audit } = await appWithLog(20)
  await audit.follow(new AbortController().signal)
  const terms = await db.selectFrom('auditTerms').select('sequence').orderBy('sequence').execute()
  expect(terms.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test.each(['auditEvents', 'auditTerms'] as const)('%s prevents changes and removals', async (table) => {
  const { db, audit } = await appWithLog(3)
  await audit.catchUp()
  const rejected = /the audit log is append-only/
  await expect(db.updateTable(table).set({ outcome: 'denied' }).execute()).rejects.toThrow(rejected)
  await expect(db.deleteFrom(table).where('sequence', '=', 2).execute()).rejects.toThrow(rejected)
  const name = sql.table(table)
  // All columns of a term are its key, so there is nothing else to replace.
  const replace = table === 'auditEvents' ? sql`replace into ${name} select * from ${name} limit 1` : undefined
  const harsher = testEngine() === 'sqlite' ? replace : sql`truncate ${name}`
  if (harsher) await expect(harsher.execute(db)).rejects.toThrow(rejected)
  expect(await verifyAuditLog(db)).toMatchObject({ rows: 3, brokenAt: null })
})

test('an entry that cannot be written fails for its caller', async () => {
  const { db, audit } = await appWithLog(1)
  await db.schema.dropTable('auditEvents').execute()
  await expect(audit.write([{ ...entry, subjects: [] }])).rejects.toThrow()
})
