import { unknownUser } from '@health-console/contract/users/users.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDirectory } from '../../core/database/sqlite/sqlite.ts'
import { userColumns } from '../../core/database/tables/users.ts'
import { importReportsCommand } from '../reports/commands.ts'
import { reportLines } from '../reports/report-lines.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { importUsersCommand } from '../users/commands.ts'
import { writeSome } from './write-rows.ts'

function fileOf(content: string | Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'data.ndjson')
  writeFileSync(file, content)
  return file
}

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const usersIn = ({ context: { db } }: TestApp) => db.selectFrom('endUsers').select(userColumns).orderBy('id').execute()
const reportsIn = ({ context: { db } }: TestApp) => db.selectFrom('reports').selectAll().orderBy('id').execute()

test('invisible characters are removed from the names of users, and their number is reported', async () => {
  const testApp = await buildTestApp()
  const file = fileOf(
    lines(
      { id: 'a', firstName: 'Ada\u200B', lastName: '\u202ELovelace' },
      { id: 'b', firstName: 'علی\u200Cپور' },
      { id: 'c', memberId: '17\u2060', lastName: 'Byron\u00AD' },
    ),
  )
  const output = await importUsersCommand.run(testApp.context, [file])
  expect(output).toBe('Imported 3 users. Removed invisible characters from 2 users.')
  expect(await usersIn(testApp)).toEqual([
    { ...unknownUser, id: 'a', firstName: 'Ada', lastName: 'Lovelace' },
    { ...unknownUser, id: 'b', firstName: 'علی\u200Cپور' },
    { ...unknownUser, id: 'c', memberId: '17', lastName: 'Byron' },
  ])
})

test('[email-address-4] the email addresses of users follow the same rule, and the error contains the line and the field', async () => {
  const testApp = await buildTestApp()
  const bad = fileOf(lines({ id: 'a', email: 'a@müller.de' }, { id: 'b', email: 'not an address' }))
  await expect(importUsersCommand.run(testApp.context, [bad])).rejects.toThrow('line 2, email: Invalid email address')
  expect(await usersIn(testApp)).toEqual([])
  const good = fileOf(lines({ id: 'a', email: ' Ada@MÜLLER.de ' }, { id: 'b', email: '' }, { id: 'c', email: null }))
  await importUsersCommand.run(testApp.context, [good])
  expect((await usersIn(testApp)).map(({ email }) => email)).toEqual(['Ada@xn--mller-kva.de', '', ''])
})

test('[operations-13] users are added and updated by id, and found by search', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const first = fileOf(lines({ id: 'a', firstName: 'Ada', dateOfBirth: '1915-12-10' }, { id: 'b', email: null }))
  expect(await importUsersCommand.run(context, [first])).toBe('Imported 2 users.')
  expect(await usersIn(testApp)).toEqual([
    { ...unknownUser, id: 'a', firstName: 'Ada', dateOfBirth: '1915-12-10' },
    { ...unknownUser, id: 'b' },
  ])
  const second = fileOf(lines({ id: 'b', lastName: 'Babbage', memberId: 'HM-2' }))
  expect(await importUsersCommand.run(context, [second])).toBe('Imported 1 user.')
  expect(await importUsersCommand.run(context, [second])).toBe('Imported 1 user.')
  const { call } = await signedIn(testApp)
  const { data, meta } = (await call('GET', '/v1/users?search=babb')).json()
  expect(data).toEqual([{ ...unknownUser, id: 'b', lastName: 'Babbage', memberId: 'HM-2' }])
  expect(meta.totalAmount).toBe(1)
})

test('a byte order mark, Windows line ends, blank lines and a missing last line end are accepted', async () => {
  const testApp = await buildTestApp()
  const file = fileOf('\ufeff{"id":"a","firstName":"first"}\r\n\r\n  \n{"id":"ä","lastName":"山田"}')
  expect(await importUsersCommand.run(testApp.context, [file])).toBe('Imported 2 users.')
  expect(await usersIn(testApp)).toMatchObject([{ firstName: 'first' }, { lastName: '山田' }])
})

test('more users than fit into one transaction are imported, also while a server is running', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const many = (amount: number, lastName: string) =>
    fileOf(lines(...Array.from({ length: amount }, (_, index) => ({ id: `u${index}`, lastName }))))
  await importUsersCommand.run(context, [many(6_000, 'Alone')])
  const lock = lockDataDirectory(context.config.dataDir)
  try {
    await importUsersCommand.run(context, [many(350, 'Beside')])
  } finally {
    lock.close()
  }
  const { call } = await signedIn(testApp)
  for (const [search, totalAmount] of [
    ['', 6_000],
    ['alone', 5_650],
    ['beside', 350],
  ] as const)
    expect((await call('GET', `/v1/users?search=${search}`)).json().meta).toMatchObject({ totalAmount })
})

test('[operations-13] reports are added and replaced by id, exactly as written in the file', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const report = { generatedAt: 1_772_841_600, reportId: 'r1', vitals: { bpm: [61.5, null] }, note: 'é "quoted" \n' }
  expect(await importReportsCommand.run(context, [fileOf(lines({ userId: 'u1', report }))])).toBe('Imported 1 report.')
  expect(await reportsIn(testApp)).toEqual([
    { id: 'r1', userId: 'u1', generatedAt: 1_772_841_600, document: JSON.stringify(report), revision: null },
  ])
  const replaced = { reportId: 'r1', generatedAt: 0 }
  const file = fileOf(
    lines({ userId: 'u1', report: replaced }, { userId: 'u2', report: { reportId: 'r2', generatedAt: 1 } }),
  )
  await importReportsCommand.run(context, [file])
  await importReportsCommand.run(context, [file])
  expect(await reportsIn(testApp)).toMatchObject([
    { id: 'r1', userId: 'u1', generatedAt: 0, document: JSON.stringify(replaced) },
    { id: 'r2' },
  ])
})

test('a report is stored exactly as it is written, to the byte', async () => {
  const testApp = await buildTestApp()
  const document = `{ "z":1.0,"10":1E2 , "2":-0.0e-7,
    "big":12345678901234567890, "tiny":1e-400,"generatedAt" : 1772841600.0,"reportId":"r\\u0031",
    "text":"\\u00e9 é \\/ \\ud83d\\ude00 😀","report":{"userId":"x"},"long":"${'x'.repeat(5e6)}"}`.replaceAll(
    '\n',
    '\r',
  )
  const file = fileOf(` {"report" : ${document} , "userId":"u1"} \r\n`)
  expect(await importReportsCommand.run(testApp.context, [file])).toBe('Imported 1 report.')
  const [report] = await reportsIn(testApp)
  expect(report?.document === document).toBe(true)
  const { call } = await signedIn(testApp)
  await testApp.context.db
    .insertInto('endUsers')
    .values({ ...unknownUser, id: 'u1' })
    .execute()
  expect((await call('GET', '/v1/users/u1/reports/r1')).body === `{"data":${document}}`).toBe(true)
  expect((await call('GET', '/v1/users/u1/reports?all=true')).body === `{"data":{"reports":[${document}]}}`).toBe(true)
})

test('a report never changes its user, and nothing of a file that would change it is written', async () => {
  const testApp = await buildTestApp()
  const mine = { userId: 'u1', report: { reportId: 'r1', generatedAt: 1 } }
  await importReportsCommand.run(testApp.context, [fileOf(lines(mine))])
  const others = Array.from({ length: 1_200 }, (_, index) => ({
    userId: 'u2',
    report: { reportId: `n${index}`, generatedAt: 1 },
  }))
  const file = fileOf(lines(...others, { userId: 'u2', report: { reportId: 'r1', generatedAt: 2 } }))
  await expect(importReportsCommand.run(testApp.context, [file])).rejects.toThrow(
    `line 1201, belongs_to_other_user: The report "r1" belongs to another user, and reports can’t change their user`,
  )
  expect(await reportsIn(testApp)).toMatchObject([{ id: 'r1', userId: 'u1', generatedAt: 1 }])
})

test('a report that was assigned to another user after the check keeps its user', async () => {
  const { context } = await buildTestApp()
  const report = { id: 'r1', generatedAt: 1, document: '{"reportId":"r1","generatedAt":1}' }
  const write = (userId: string) => writeSome(context, reportLines, [{ ...report, userId }], { end: async () => {} })
  expect(await write('u1')).toEqual(['applied'])
  expect(await write('u1')).toEqual(['unchanged'])
  expect(await write('u2')).toMatchObject([{ code: 'belongs_to_other_user' }])
})

test('a line with an older revision than the stored one is rejected, and one without a revision is accepted', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const report = (revision: number | null, extra: object = {}) =>
    fileOf(lines({ userId: 'u1', revision, report: { reportId: 'r1', generatedAt: 1, ...extra } }))
  await importReportsCommand.run(context, [report(7)])
  await expect(importReportsCommand.run(context, [report(6)])).rejects.toThrow(
    'line 1, revision: Revision 6 is older than 7, which is stored',
  )
  await importReportsCommand.run(context, [report(null, { note: 'uncounted' })])
  expect(await reportsIn(testApp)).toMatchObject([{ revision: 7, document: expect.stringContaining('uncounted') }])
  const user = (revision: number, lastName: string) => fileOf(lines({ id: 'a', lastName, revision }))
  await importUsersCommand.run(context, [user(2, 'New')])
  await expect(importUsersCommand.run(context, [user(1, 'Old')])).rejects.toThrow(
    'line 1, revision: Revision 1 is older',
  )
  await importUsersCommand.run(context, [user(2, 'Again')])
  expect(await usersIn(testApp)).toMatchObject([{ lastName: 'Again' }])
})

const goodUser = '{"id":"good"}\n'
const damagedUsers: [what: string, content: string | Buffer, says: string][] = [
  ['invalid JSON', `${goodUser}{"id":`, 'line 2 is not JSON'],
  ['no object', `${goodUser}\n[]`, 'line 3, Must be an object'],
  ['no id', `${goodUser}{"firstName":"Ada"}`, 'line 2, id: Required'],
  ['an empty id', `${goodUser}{"id":""}`, 'line 2, id: Required'],
  ['an id that is a point', `${goodUser}{"id":"."}`, 'line 2, id: The id must not be . or ..'],
  ['an id of two points', `${goodUser}{"id":".."}`, 'line 2, id: The id must not be . or ..'],
  [
    'an id that looks like another',
    `${goodUser}{"id":"good\\u200B"}`,
    'line 2, id: Invisible and control characters are not allowed',
  ],
  ['a wrong type', `${goodUser}{"id":"a","firstName":7}`, 'line 2, firstName: Must be text'],
  ['an unknown field', `${goodUser}{"id":"a","surname":"x"}`, 'line 2, surname: Unknown field'],
  [
    'a day that does not exist',
    `${goodUser}{"id":"a","dateOfBirth":"1999-02-29"}`,
    'line 2, dateOfBirth: Must be a date such as 1980-02-29',
  ],
  [
    'a day in words',
    `${goodUser}{"id":"a","dateOfBirth":"10/12/1815"}`,
    'line 2, dateOfBirth: Must be a date such as 1980-02-29',
  ],
  ...['0026-03-07', '1899-12-31', '2999-01-01'].map((day): [string, string, string] => [
    `the date of birth ${day}`,
    `${goodUser}{"id":"a","dateOfBirth":"${day}"}`,
    'line 2, dateOfBirth: Must be between 1900-01-01 and today',
  ]),
  ['a NUL', `${goodUser}{"id":"a","lastName":"\\u0000"}`, 'line 2, lastName: NUL characters are not allowed'],
  [
    'a name without end',
    `${goodUser}{"id":"a","lastName":"${'x'.repeat(201)}"}`,
    'line 2, lastName: At most 200 characters',
  ],
  ['a key that comes twice', `${goodUser}{"id":"a","id":"b"}`, 'line 2, id: This key occurs twice'],
  [
    'an id that comes twice',
    `${goodUser}{"id":"a"}\n{"id":"b"}\n{"id":"a"}`,
    'line 4, twice_in_file: The user "a" is already in line 2',
  ],
  ['other bytes than UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'line 1 is not text in UTF-8'],
  ['a line without end', Buffer.alloc(9 * 1024 * 1024, 'x'), 'line 1 is longer than 8 MiB'],
]

test.each(damagedUsers)(
  'users with %s: line and field are reported and nothing is written',
  async (_what, content, says) => {
    const testApp = await buildTestApp()
    const failed = importUsersCommand.run(testApp.context, [fileOf(content)])
    await expect(failed).rejects.toThrow(says)
    expect(await usersIn(testApp)).toEqual([])
  },
)

test.each([
  ['no user', '{"report":{"reportId":"r","generatedAt":1}}', 'line 1, userId: Required'],
  ['no report', '{"userId":"u"}', 'line 1, report: Required'],
  ['no report id', '{"userId":"u","report":{"generatedAt":1}}', 'line 1, report.reportId: Required'],
  [
    'a report id that turns the text round',
    '{"userId":"u","report":{"reportId":"\\u202Er","generatedAt":1}}',
    'line 1, report.reportId: Invisible and control characters are not allowed',
  ],
  [
    'a user id that looks empty',
    '{"userId":"\\u2800","report":{"reportId":"r","generatedAt":1}}',
    'line 1, userId: Invisible and control characters are not allowed',
  ],
  [
    'a time as text',
    '{"userId":"u","report":{"reportId":"r","generatedAt":"1"}}',
    'line 1, report.generatedAt: Not a number: use whole seconds since 1970',
  ],
  [
    'no time',
    '{"userId":"u","report":{"reportId":"r"}}',
    'line 1, report.generatedAt: Missing: use whole seconds since 1970',
  ],
  [
    'a time that is null',
    '{"userId":"u","report":{"reportId":"r","generatedAt":null}}',
    'line 1, report.generatedAt: Null: use whole seconds since 1970',
  ],
  [
    'a time in ISO 8601',
    '{"userId":"u","report":{"reportId":"r","generatedAt":"2026-03-07T00:00:00Z"}}',
    'line 1, report.generatedAt: A time in ISO 8601: use whole seconds since 1970',
  ],
  [
    'a time in milliseconds',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1772841600000}}',
    'line 1, report.generatedAt: After the year 9999, perhaps milliseconds: use whole seconds since 1970',
  ],
  [
    'a fraction of a second',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1.5}}',
    'line 1, report.generatedAt: A fraction of a second: use whole seconds since 1970',
  ],
  [
    'a key that comes twice',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1,"a":[{"b":{"c":1,"\\u0063":2}}]}}',
    'line 1, report.a.b.c: This key occurs twice',
  ],
  [
    'the report twice',
    '{"userId":"u","report":{"reportId":"s","generatedAt":1},"report":{"reportId":"r","generatedAt":1}}',
    'line 1, report: This key occurs twice',
  ],
  [
    'half of a surrogate pair',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1,"a":["\\ud83d"]}}',
    'line 1, report: Half of a surrogate pair is not allowed',
  ],
  [
    'an id that comes twice',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1}}\n{"userId":"u","report":{"reportId":"r","generatedAt":2}}',
    'line 2, twice_in_file: The report "r" is already in line 1',
  ],
  [
    'an id of two points',
    '{"userId":"u","report":{"reportId":"..","generatedAt":1}}',
    'line 1, report.reportId: The id must not be . or ..',
  ],
  [
    'too many values',
    `{"userId":"u","report":{"reportId":"r","generatedAt":1,"a":[${'0,'.repeat(100_000)}0]}}`,
    'line 1, report: At most 100,000 values are allowed',
  ],
  [
    'more than 100 levels of nesting',
    `{"userId":"u","report":{"reportId":"r","generatedAt":1,"a":${'['.repeat(100)}${']'.repeat(100)}}}`,
    'line 1, report: At most 100 levels of nesting are allowed',
  ],
  [
    'a million levels of nesting',
    `{"userId":"u","report":{"reportId":"r","generatedAt":1,"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}}`,
    'line 1, report: At most 100 levels of nesting are allowed',
  ],
  [
    'a NUL deep inside',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1,"a":[{"b":"\\u0000"}]}}',
    'line 1, report: NUL characters are not allowed',
  ],
  [
    'a field next to the report',
    '{"userId":"u","report":{"reportId":"r","generatedAt":1},"x":1}',
    'line 1, x: Unknown field',
  ],
])('reports with %s: line and field are reported and nothing is written', async (_what, content, says) => {
  const testApp = await buildTestApp()
  const good = '\n{"userId":"u","report":{"reportId":"good","generatedAt":1}}'
  await expect(importReportsCommand.run(testApp.context, [fileOf(content + good)])).rejects.toThrow(says)
  expect(await reportsIn(testApp)).toEqual([])
})

test('the first twenty errors are reported', async () => {
  const { context } = await buildTestApp()
  const error: Error = await importUsersCommand.run(context, [fileOf('x\n'.repeat(500))]).then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  expect(error.message.match(/line \d+ is not JSON/g)).toHaveLength(20)
  expect(error.message).toContain('perhaps more')
})

test('a missing file and a call without a file are reported', async () => {
  const { context } = await buildTestApp()
  await expect(importUsersCommand.run(context, ['/nowhere/at/all'])).rejects.toThrow(
    'There is no file /nowhere/at/all.',
  )
  await expect(importReportsCommand.run(context, [tmpdir()])).rejects.toThrow('There is no file')
  await expect(importUsersCommand.run(context, [])).rejects.toThrow('Specify one file.')
  await expect(importReportsCommand.run(context, ['a', 'b'])).rejects.toThrow('Specify one file.')
})

test('an import is logged when it begins and when it ends', async () => {
  const { context } = await buildTestApp()
  await importUsersCommand.run(context, [fileOf(goodUser)])
  await importReportsCommand.run(context, [fileOf('{"userId":"u","report":{"reportId":"r","generatedAt":1}}')])
  await expect(importUsersCommand.run(context, [fileOf('x')])).rejects.toThrow()
  expect(await actionsOf(context)).toEqual([
    'users.import_begin',
    'users.import',
    'reports.import_begin',
    'reports.import',
  ])
})

test('nothing is written if the beginning cannot be logged', async () => {
  const testApp = await buildTestApp()
  await testApp.context.db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  await expect(importUsersCommand.run(testApp.context, [fileOf(goodUser)])).rejects.toThrow()
  expect(await usersIn(testApp)).toEqual([])
})

test('the last rows are not written if the end cannot be logged', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const audit = { ...context.audit, append: () => Promise.reject(new Error('no audit log')) }
  await expect(importUsersCommand.run({ ...context, audit }, [fileOf(goodUser)])).rejects.toThrow('no audit log')
  expect(await usersIn(testApp)).toEqual([])
  expect(await actionsOf(context)).toEqual(['users.import_begin'])
})

async function actionsOf({ db }: TestApp['context']): Promise<string[]> {
  const rows = await db.selectFrom('auditEvents').select('action').orderBy('sequence').execute()
  return rows.map(({ action }) => action)
}
