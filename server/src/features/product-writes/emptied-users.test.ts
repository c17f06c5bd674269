import { unknownUser, userFieldNames, userFields } from '@health-console/contract/users/users.ts'
import { knownUser } from '../../../testing/users/known-user.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { importReportsCommand } from '../reports/commands.ts'
import { importUsersCommand } from '../users/commands.ts'

const ada = {
  ...knownUser,
  memberId: 'HM-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1915-12-10',
  email: 'a@b.example',
}
const highest = Number.MAX_SAFE_INTEGER

async function startWriting() {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const { headers } = await withToken(testApp, ['users:write', 'reports:write'])
  const post = async (lines: object[], noun = 'users') => {
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const more = { ...headers, 'content-type': 'application/x-ndjson' }
    const answer = await testApp.app.inject({ method: 'POST', url: `/machine/v1/${noun}`, headers: more, body })
    const { applied, unchanged, rejected, lineErrors, error } = answer.json()
    return { counts: [applied, unchanged, rejected ?? error?.rejected], lineErrors: lineErrors ?? error?.lineErrors }
  }
  const read = (userId: string) =>
    testApp.context.db.selectFrom('endUsers').selectAll().where('id', '=', userId).executeTakeFirst()
  const folder = mkdtempSync(path.join(tmpdir(), 'console-emptied-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fileOf = (...lines: object[]) => {
    const file = path.join(folder, 'lines.ndjson')
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return file
  }
  return { testApp, context: testApp.context, boss, post, read, fileOf }
}

test(
  'a field that is missing in a line is not changed, and null or an empty text empties it',
  { tags: 'postgres' },
  async () => {
    const { post, read } = await startWriting()
    expect(
      (
        await post([
          { id: 'a', ...ada },
          { id: 'b', lastName: 'Babbage' },
        ])
      ).counts,
    ).toEqual([2, 0, 0])
    expect(await read('b')).toMatchObject({ ...unknownUser, lastName: 'Babbage' })
    const mixed = [{ id: 'a', lastName: 'King' }, { id: 'b' }, { id: 'c', email: 'c@b.example' }]
    expect((await post(mixed)).counts).toEqual([2, 1, 0])
    expect(await read('a')).toMatchObject({ ...ada, lastName: 'King' })
    expect((await post(mixed)).counts).toEqual([0, 3, 0])
    expect((await post([{ id: 'a', email: null, firstName: '' }])).counts).toEqual([1, 0, 0])
    expect(await read('a')).toMatchObject({ ...ada, lastName: 'King', email: '', firstName: '' })
    expect((await post([{ id: 'a', revision: 4 }])).counts).toEqual([1, 0, 0])
    expect(await read('a')).toMatchObject({ lastName: 'King', revision: 4 })
  },
)

test(
  'a line that would empty a field of a user on legal hold is rejected, whatever it looks like, and so is one that would change it',
  { tags: 'postgres' },
  async () => {
    const { boss, post, read, fileOf, context } = await startWriting()
    await post([{ id: 'held', ...ada, revision: 5 }])
    expect((await boss.call('PUT', '/v1/users/held/legal-hold', { reason: 'A claim is open' })).statusCode).toBe(204)
    for (const field of userFieldNames) {
      const { counts, lineErrors } = await post([{ id: 'held', [field]: null }, { id: `new-${field}` }])
      expect(counts).toEqual([1, 0, 1])
      expect(lineErrors).toMatchObject([{ line: 1, id: 'held', path: field, code: 'legal_hold' }])
    }
    for (const nothing of ['', '   ', '\u200b', '\u2800', '\u0007', '\ufffc'])
      expect((await post([{ id: 'held', lastName: nothing, revision: 9 }])).lineErrors).toMatchObject([
        { code: 'legal_hold' },
      ])
    expect((await post([{ id: 'held', email: '', revision: 4 }])).lineErrors).toMatchObject([
      { code: 'older_revision' },
    ])
    expect(await read('held')).toMatchObject({ ...ada, revision: 5 })
    const other = { line: 'Eve', day: '1900-01-01', email: 'eve@b.example' }
    for (const field of userFieldNames) {
      const changed = other[userFields[field].kind]
      const { counts, lineErrors } = await post([{ id: 'held', [field]: changed }])
      expect(counts).toEqual([undefined, undefined, 1])
      expect(lineErrors).toMatchObject([{ path: field, code: 'on_hold' }])
    }
    expect((await post([{ id: 'held', ...ada }])).counts).toEqual([0, 1, 0])
    expect((await post([{ id: 'held', ...ada, revision: 6 }])).counts).toEqual([1, 0, 0])
    expect(await importUsersCommand.run(context, [fileOf({ id: 'held', lastName: 'King' }, { id: 'free' })])).toBe(
      'Imported 1 user. Skipped 1 user, because these users are on legal hold, and a field would be changed: held.',
    )
    expect(await importUsersCommand.run(context, [fileOf({ id: 'held', email: '' }, { id: 'free', email: '' })])).toBe(
      'Imported 1 user. Skipped 1 user, because these users are on legal hold, and a field would be emptied: held.',
    )
    const older = [fileOf({ id: 'held', email: '', revision: 1 }), '--allow-older', '--allow-erased']
    expect(await importUsersCommand.run(context, older)).toContain(
      'Skipped 1 user, because these users are on legal hold',
    )
    expect(await read('held')).toMatchObject({ ...ada, revision: 6 })
    await boss.call('DELETE', '/v1/users/held/legal-hold')
    expect((await post([{ id: 'held', email: '' }])).counts).toEqual([1, 0, 0])
  },
)

test('an account may empty fields of a hundred users per hour, and other changes are not counted', async () => {
  const { testApp, context, post } = await startWriting()
  testApp.freeze()
  const users = await insertUsers(
    testApp,
    Array.from({ length: 130 }, () => ada),
  )
  const mails = () => context.db.selectFrom('outbox').select('id').where('kind', '=', 'many-erasures').execute()
  const emptying = users.map(({ id }) => ({ id, lastName: '' }))
  expect((await post(emptying.slice(0, 20))).counts).toEqual([20, 0, 0])
  expect(await mails()).toEqual([])
  const { counts, lineErrors } = await post(emptying)
  expect(counts).toEqual([80, 20, 30])
  expect(lineErrors[0]).toMatchObject({ line: 101, id: users[100]?.id, path: 'lastName', code: 'too_many_emptied' })
  expect((await mails()).length).toBeGreaterThan(0)
  expect((await post(users.slice(100).map(({ id }) => ({ id, lastName: 'King' })))).counts).toEqual([30, 0, 0])
  testApp.advance(3_600_000)
  expect((await post(emptying.slice(100))).counts).toEqual([30, 0, 0])
})

test('after a revision that was too high, a system administrator can import older lines', async () => {
  const { context, post, read, fileOf } = await startWriting()
  const report = { reportId: 'r', generatedAt: 1 }
  await post([{ id: 'a', lastName: 'Wrong', revision: highest }])
  await post([{ userId: 'a', report, revision: highest }], 'reports')
  expect((await post([{ id: 'a', lastName: 'King', revision: 7 }])).lineErrors).toMatchObject([
    { code: 'older_revision' },
  ])
  const file = fileOf({ id: 'a', lastName: 'King', revision: 6 })
  await expect(importUsersCommand.run(context, [file])).rejects.toThrow('older')
  expect(await importUsersCommand.run(context, [file, '--allow-older'])).toBe('Imported 1 user.')
  expect(await read('a')).toMatchObject({ lastName: 'King', revision: 6 })
  expect((await post([{ id: 'a', lastName: 'Lovelace', revision: 7 }])).counts).toEqual([1, 0, 0])
  await importReportsCommand.run(context, [fileOf({ userId: 'a', report, revision: 1 }), '--allow-older'])
  expect((await post([{ userId: 'a', report: { ...report, n: 2 }, revision: 2 }], 'reports')).counts).toEqual([1, 0, 0])
})
