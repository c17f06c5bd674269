import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn } from '../../../testing/factories.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { verifyAuditLog } from '../../core/audit/verify.ts'
import { loadDemo } from './load-demo.ts'

const nowMs = Date.parse('2026-11-20T10:30:00Z')

async function amounts({ context: { db } }: TestApp) {
  const count = async (table: 'endUsers' | 'reports' | 'admins') =>
    (
      await db
        .selectFrom(table)
        .select((column) => column.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return { users: await count('endUsers'), reports: await count('reports'), admins: await count('admins') }
}

async function contents({ context: { db } }: TestApp) {
  const users = await db.selectFrom('endUsers').selectAll().orderBy('id').execute()
  const reports = await db.selectFrom('reports').selectAll().orderBy('id').execute()
  return { users, reports }
}

test('an empty database is filled once, every time with the same users, the cases that screens have to handle, and an audit log of three months', async () => {
  const [first, second] = [await buildTestApp(), await buildTestApp()]
  const boss = await signedIn(second, { role: 'super_admin', fullName: 'Bo Boss' })
  await loadDemo(first.context, nowMs)
  await loadDemo(second.context, nowMs)
  expect(await contents(second)).toEqual(await contents(first))
  const loaded = await amounts(first)
  expect(loaded).toEqual({ users: 1_524, reports: expect.toSatisfy((n: number) => n > 4_000), admins: 2 })

  await first.context.db.deleteFrom('endUsers').execute()
  await first.context.db.deleteFrom('reports').execute()
  await loadDemo(first.context, nowMs)
  expect(await amounts(first)).toEqual({ ...loaded, users: 0, reports: 0 })

  await expectAuditLog(second, boss)
  await expectCases(second, boss)
})

async function expectCases(testApp: TestApp, { call }: Session) {
  const { users, reports } = await contents(testApp)

  const fields = ['firstName', 'lastName', 'dateOfBirth', 'email'] as const
  const unknown = fields.map((field) => users.filter((user) => user[field] === '').length)
  expect(Math.min(...unknown)).toBeGreaterThan(5)
  const names = users.map((user) => `${user.firstName} ${user.lastName}`)
  const expected = ['Łukasz', 'Þórðarson', '山田', 'Ольга', 'Featherstonehaugh-Cholmondeley-Majoribanks']
  expect(expected.filter((part) => names.some((name) => name.includes(part)))).toEqual(expected)
  expect(Math.max(...users.map((user) => user.lastName.length))).toBe(42)
  for (const user of users) {
    expect(user.email).toMatch(/^$|^[a-z0-9.-]+@[a-z-]+\.example$/)
    expect(user.dateOfBirth).toMatch(/^$|^\d{4}-\d\d-\d\d$/)
  }

  const perUser = Map.groupBy(reports, (report) => report.userId)
  expect(users.filter((user) => !perUser.has(user.id))).toHaveLength(1)
  expect(Math.max(...[...perUser.values()].map((each) => each.length))).toBe(300)
  const times = reports.map((report) => report.generatedAt)
  expect(Math.max(...times) * 1000).toBeLessThanOrEqual(nowMs)
  expect(Math.min(...times) * 1000).toBeLessThan(nowMs - 150 * 86_400_000)

  const most = [...perUser].find(([, each]) => each.length === 300)?.[0]
  const day = await call('GET', `/v1/users/${most}/reports?date=2026-11-19T00:00:00.000Z`)
  expect(day.json().data.meta.totalPages).toBeGreaterThan(1)
}

/** A chain that an administrator can read. */
async function expectAuditLog(testApp: TestApp, boss: Session) {
  const { rows, brokenAt } = await verifyAuditLog(testApp.context.db)
  expect(brokenAt).toBeNull()
  expect(rows).toBeGreaterThan(1_500)
  const { rows: first } = await sql<{ from: number; to: number }>`
    select min(at_ms) as "from", max(at_ms) as "to" from audit_events`.execute(testApp.context.db)
  expect(first[0]?.from).toBeLessThan(nowMs - 85 * 86_400_000)
  expect(first[0]?.to).toBeLessThan(nowMs)

  const page = (await boss.call('GET', '/v1/audit-events')).json()
  expect(page.data).toHaveLength(50)
  const actors = (await boss.call('GET', '/v1/audit-events/actors')).json().data
  expect(actors.map(({ name, hasLeft }: { name: string; hasLeft: boolean }) => [name, hasLeft])).toEqual([
    ['Bo Boss', false],
    ['Marguerite Aubert-Delacroix', false],
    ['Tobias Lindqvist', true],
  ])
  const groups = ['searchUsers', 'viewUser', 'downloadReports', 'importPatients', 'staff', 'viewRecord'] as const
  for (const group of groups) {
    const found = (await boss.call('GET', `/v1/audit-events?group=${group}&to=2026-11-20`)).json().data
    expect([group, found.length > 0]).toEqual([group, true])
  }
  const { subjects } = page.data.find(({ action }: { action: string }) => action === 'users.search')
  const seen = (await boss.call('GET', `/v1/audit-events?seen=true&subject=user:${subjects[0].id}`)).json().data
  expect(seen.length).toBeGreaterThan(0)
  expect((await boss.call('GET', '/v1/admins')).json().data.admins).toHaveLength(2)
}

test('a database that is not empty is left unchanged', async () => {
  const withUser = await buildTestApp()
  await insertUsers(withUser, [{}])
  const withAdmins = await buildTestApp()
  await createAdmin(withAdmins)
  await createAdmin(withAdmins)
  const inUse = await buildTestApp()
  await (await signedIn(inUse)).call('GET', '/v1/users')
  for (const testApp of [withUser, withAdmins, inUse]) {
    const before = await amounts(testApp)
    await loadDemo(testApp.context, nowMs)
    expect(await amounts(testApp)).toEqual(before)
  }
})
