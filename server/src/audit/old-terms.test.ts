import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { byServer } from './entry.ts'
import { verifyAuditLog } from './verify.ts'

test('entries of versions 1 and 2 verify by the rule of their version, and are found', async () => {
  const { context } = await buildTestApp()
  const entries = entriesOfBefore()
  await context.db.insertInto('auditEvents').values(entries).execute()
  await context.audit.write([{ ...byServer, action: 'users.list', subjects: ['user:u1', 'user:u2'] }])
  await context.audit.catchUp()
  expect(await verifyAuditLog(context.db)).toMatchObject({ rows: entries.length + 1, brokenAt: null })
  const terms = await context.db.selectFrom('auditTerms').selectAll().orderBy('sequence').orderBy('term').execute()
  expect(terms.map(({ sequence, term }) => `${sequence} ${term}`)).toEqual([
    '1 address:192.0.2.1',
    '1 patient:1',
    '1 patient:2',
    '1 request:r1',
    '2 admin:left',
    '3 file:f',
    '3 version:f/2',
    '4 report:r',
    '4 user:u1',
    '5 user:u1',
    '5 user:u2',
  ])
  expect(terms[0]).toMatchObject({ action: 'patients.search', outcome: 'ok', atMs: 10 })
})

/** As the versions before 0.2.0 wrote them: the first is of version 1, the others of version 2. */
function entriesOfBefore() {
  const common = { actorId: null, outcome: 'ok', reason: null, count: 1, address: null, requestId: null } as const
  const given = [
    { action: 'patients.search', subject: '1,2', atMs: 10, address: '192.0.2.1', requestId: 'r1' },
    { action: 'admin.revoke', subject: 'left', atMs: 20 },
    { action: 'files.download', subject: 'f 2', atMs: 20 },
    { action: 'report.view', subject: 'u1 r', atMs: 20 },
  ]
  let previousHash = '0'.repeat(64)
  return given.map((event, index) => {
    const row = { ...common, ...event, sequence: index + 1, version: index === 0 ? 1 : 2, previousHash }
    const { version, sequence, atMs, actorId, action, subject, outcome, reason, count, address, requestId } = row
    const hashed =
      version === 1
        ? [sequence, atMs, actorId, action, subject, outcome, address, requestId, previousHash]
        : [version, sequence, atMs, actorId, action, subject, outcome, reason, count, address, requestId, previousHash]
    previousHash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
    return { ...row, operator: null, sessionId: null, subjects: '[]', hash: previousHash }
  })
}
