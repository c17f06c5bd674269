import { gzipSync } from 'node:zlib'
import type { WrittenLines } from '@health-console/contract/users/product-writes.ts'
import type { Scope } from '@health-console/contract/staff/scopes.ts'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { recordErasure } from '../erasures/erasing/store.ts'

const lines = (...rows: (object | string)[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')

const report = (reportId: string, userId: string, extra: object = {}) => ({
  userId,
  report: { reportId, generatedAt: 1_795_120_200, ...extra },
})

async function startWriting(scopes: Scope[] = ['users:write', 'reports:write']) {
  const testApp = await buildTestApp()
  const { headers, id } = await withToken(testApp, scopes)
  const post = (noun: 'users' | 'reports', body: string | Buffer, more: Record<string, string> = {}) =>
    testApp.app.inject({
      method: 'POST',
      url: `/machine/v1/${noun}`,
      headers: { ...headers, 'content-type': 'application/x-ndjson', ...more },
      body,
    })
  return { testApp, context: testApp.context, accountId: id, post }
}

const usersIn = ({ context: { db } }: TestApp) =>
  db.selectFrom('endUsers').select(['id', 'lastName', 'revision']).orderBy('id').execute()
const reportsIn = ({ context: { db } }: TestApp) => db.selectFrom('reports').selectAll().orderBy('id').execute()
const entries = ({ context: { db } }: TestApp) =>
  db
    .selectFrom('auditEvents')
    .select(['action', 'outcome', 'reason', 'count', 'subjects', 'actorId'])
    .where('action', 'in', ['users.write', 'reports.write'])
    .orderBy('sequence')
    .execute()

test(
  '[service-accounts-9] users are added, updated and left unchanged by id, and each batch is logged with its ids',
  { tags: 'postgres' },
  async () => {
    const { testApp, accountId, post } = await startWriting()
    const first = lines({ id: 'a', lastName: 'Ada' }, { id: 'b' })
    const answer = await post('users', first)
    expect([answer.statusCode, answer.json()]).toEqual([200, { applied: 2, unchanged: 0, rejected: 0 }])
    const second = lines({ id: 'a', lastName: 'Ada' }, { id: 'b', lastName: 'Babbage' }, { id: 'c' })
    expect((await post('users', gzipSync(second), { 'content-encoding': 'gzip' })).json()).toEqual({
      applied: 2,
      unchanged: 1,
      rejected: 0,
    })
    expect((await post('users', second)).json()).toEqual({ applied: 0, unchanged: 3, rejected: 0 })
    expect(await usersIn(testApp)).toMatchObject([{ lastName: 'Ada' }, { lastName: 'Babbage' }, { lastName: '' }])
    const entry = { action: 'users.write', outcome: 'ok', actorId: accountId }
    expect(await entries(testApp)).toEqual([
      { ...entry, reason: null, count: 2, subjects: '["user:a","user:b"]' },
      { ...entry, reason: null, count: 2, subjects: '["user:b","user:c"]' },
      { ...entry, reason: 'unchanged', count: 1, subjects: '[]' },
    ])
  },
)

test('[email-address-4] an invalid email address of a user is reported, and others are stored in one form', async () => {
  const { testApp, post } = await startWriting()
  const rows = [
    { id: 'a', email: 'a@xn--mller-kva.de' },
    { id: 'b', email: 'none' },
    { id: 'c', email: 'zoë@example.org' },
    { id: 'd', email: 'd\u200b@example.org' },
    { id: 'e', email: 7 },
  ]
  const { lineErrors } = (await post('users', lines(...rows))).json<WrittenLines>()
  const lineError = (line: number, id: string, message: string) => ({
    line,
    id,
    path: 'email',
    code: 'invalid',
    message,
  })
  const foreign = 'The part before the @ can only have letters from a to z'
  expect(lineErrors).toEqual([
    lineError(2, 'b', 'Invalid email address'),
    lineError(3, 'c', foreign),
    lineError(4, 'd', 'The email address contains an invisible character. Type it instead of pasting it'),
    lineError(5, 'e', 'Must be text'),
  ])
  expect((await post('users', lines({ id: 'a', email: 'a@Müller.DE' }))).json()).toMatchObject({ unchanged: 1 })
  expect(await testApp.context.db.selectFrom('endUsers').select(['id', 'email']).execute()).toEqual([
    { id: 'a', email: 'a@xn--mller-kva.de' },
  ])
})

test(
  'reports are stored byte for byte, and rejected lines are reported besides the accepted ones',
  { tags: 'postgres' },
  async () => {
    const { testApp, context, post } = await startWriting()
    const erasure = { userId: 'gone', erasedAtMs: context.now(), reason: 'x', adminId: null }
    await context.db.transaction().execute((transaction) => recordErasure(transaction, erasure))
    const document = '{ "z":1.0, "generatedAt" : 1795120200.0,"reportId":"r\\u0031", "big":12345678901234567890 }'
    expect((await post('reports', lines(`{"report":${document},"userId":"u1"}`))).statusCode).toBe(200)
    const body = lines(
      report('r2', 'u1'),
      report('r3', 'gone'),
      report('r1', 'u2'),
      report('r2', 'u1', { note: 'again' }),
      '{"userId":"u1","report":{"reportId":"r4","generatedAt":"2026-03-07T00:00:00Z"}}',
      'no json',
      '',
      '{"userId":"u1","report":{"reportId":"r5","generatedAt":1,"a":1,"\\u0061":2}}',
    )
    const answer = await post('reports', Buffer.concat([Buffer.from(body), Buffer.from([0x7b, 0xff, 0x0a])]))
    expect(answer.statusCode).toBe(207)
    const { lineErrors = [], ...counts } = answer.json<WrittenLines>()
    expect(counts).toEqual({ applied: 1, unchanged: 0, rejected: 7 })
    expect(lineErrors.map(({ line, id, path, code }) => [line, id, path, code])).toEqual([
      [2, 'r3', '', 'erased'],
      [3, 'r1', '', 'belongs_to_other_user'],
      [4, 'r2', '', 'twice_in_body'],
      [5, 'r4', 'report.generatedAt', 'invalid'],
      [6, null, '', 'not_json'],
      [8, 'r5', 'report.a', 'invalid'],
      [9, null, '', 'not_utf8'],
    ])
    const stored = await reportsIn(testApp)
    expect(stored.map(({ id, userId }) => [id, userId])).toEqual([
      ['r1', 'u1'],
      ['r2', 'u1'],
    ])
    expect(stored[0]?.document).toBe(document)
    expect((await entries(testApp)).slice(1)).toMatchObject([
      { outcome: 'ok', count: 1, subjects: '["user:u1","report:r2"]' },
      { outcome: 'failed', reason: 'rejected_lines', count: 7, subjects: '[]' },
    ])
  },
)

test('if no line is accepted the status is 422, with the first hundred errors', async () => {
  const { testApp, post } = await startWriting()
  const answer = await post('users', 'x\n'.repeat(150))
  expect(answer.statusCode).toBe(422)
  const { error } = answer.json()
  expect(error).toMatchObject({ code: 'unprocessable', message: 'No lines were accepted.', rejected: 150 })
  expect(error.lineErrors).toHaveLength(100)
  expect(error.lineErrors[99]).toEqual({
    line: 100,
    id: null,
    path: '',
    code: 'not_json',
    message: 'This line is not JSON',
  })
  expect(await usersIn(testApp)).toEqual([])
})

test('a last line without its line end is rejected', async () => {
  const { testApp, post } = await startWriting()
  const answer = await post('users', `${lines({ id: 'a' })}{"id":"ab"}`)
  expect(answer.statusCode).toBe(207)
  expect(answer.json()).toMatchObject({ applied: 1, rejected: 1, lineErrors: [{ line: 2, code: 'unfinished' }] })
  expect(await usersIn(testApp)).toMatchObject([{ id: 'a' }])
})

test(
  '[service-accounts-11] a line with an older revision is rejected, and replays change nothing',
  { tags: 'postgres' },
  async () => {
    const { testApp, post } = await startWriting()
    const newer = lines({ id: 'a', lastName: 'New', revision: 2 })
    const older = lines({ id: 'a', lastName: 'Old', revision: 1 })
    for (const body of [older, newer, older, newer]) await post('users', body)
    expect((await post('users', older)).json().error.lineErrors).toMatchObject([
      { line: 1, id: 'a', path: 'revision', code: 'older_revision' },
    ])
    expect(await usersIn(testApp)).toEqual([{ id: 'a', lastName: 'New', revision: 2 }])
    const counts = async (line: object) => (await post('users', lines(line))).json()
    expect(await counts({ id: 'a', lastName: 'New', revision: 3 })).toMatchObject({ applied: 1 })
    expect(await counts({ id: 'a', lastName: 'New' })).toMatchObject({ unchanged: 1 })
    expect(await usersIn(testApp)).toMatchObject([{ revision: 3 }])
  },
)

test(
  'a batch of more than one transaction has an entry for each, and none of its lines is lost',
  { tags: 'postgres' },
  async () => {
    const { testApp, post } = await startWriting()
    const many = Array.from({ length: 1_200 }, (_, index) => ({ id: `u${index}` }))
    expect((await post('users', lines(...many))).json()).toEqual({ applied: 1_200, unchanged: 0, rejected: 0 })
    const logged = await entries(testApp)
    expect(logged.map(({ count }) => count)).toEqual([500, 500, 200])
    expect(new Set(logged.flatMap(({ subjects }): string[] => JSON.parse(subjects))).size).toBe(1_200)
  },
)
