import { expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from '../../../testing/build-app.ts'
import { type Session, signedIn, testPassword } from '../../../testing/factories.ts'
import { sweepImports } from './import/sweep-imports.ts'
import { leaseMs, renewLease, takeLease } from './import/table-state-store.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { named } from '../../../testing/audit-log.ts'
import {
  filePart,
  namePart,
  patientsWith,
  replaceTable,
  send,
  writeTestTable,
  untilRead,
  workbook,
} from '../../../testing/patients/upload.ts'

const anHour = 60 * 60_000

async function signedInApp(environment: Record<string, string> = {}, options: TestAppOptions = {}) {
  const testApp = await buildTestApp(environment, options)
  const session = await signedIn(testApp, { role: 'super_admin', fullName: 'Ada Lovelace' })
  return { testApp, session }
}

async function listed(session: Session) {
  const { data } = (await session.call('GET', '/v1/hospital-patients')).json()
  return { total: data.meta.totalAmount, updatedAt: data.updatedAt, first: data.data[0] }
}

const confirm = (session: Session, id: string, body?: object) =>
  session.call('POST', `/v1/patient-imports/${id}/confirm`, body)
const history = async (session: Session) => (await session.call('GET', '/v1/patient-imports')).json().data

async function countRows({ context }: TestApp) {
  const count = async (table: 'patients' | 'patientImportLists' | 'patientImports') =>
    (
      await context.db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return {
    patients: await count('patients'),
    lists: await count('patientImportLists'),
    imports: await count('patientImports'),
  }
}

test('importing requires no confirmation in the session that sent the file, and one in any other', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  const { email } = session.admin
  const signIn = { method: 'POST', url: '/v1/auth/admin/login', body: { email, password: testPassword } } as const
  const cookies = Object.fromEntries((await testApp.app.inject(signIn)).cookies.map(({ name, value }) => [name, value]))
  const url = `/v1/patient-imports/${id}/confirm`
  await testApp.context.db
    .updateTable('sessions')
    .set({ confirmedAtMs: testApp.context.now() - anHour })
    .execute()

  const rejected = await testApp.app.inject({ method: 'POST', url, cookies, body: {} })
  expect([rejected.statusCode, rejected.json().error.code]).toEqual([403, 'confirm_identity'])
  expect((await listed(session)).total).toBe(0)
  expect((await confirm(session, id, {})).statusCode).toBe(200)
  expect((await listed(session)).total).toBe(3)
})

test('[import-2] a preview shows the changes and changes nothing until it is confirmed', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, patientRows(219))
  const before = await listed(session)
  // Members 200 to 219 are removed, 301 to 303 are added, two are changed.
  const kept = patientsWith(199, { 16: { weight: 61 }, 41: { diabetes: 'Type 2 Diabetes, corrected', age: undefined } })
  const added = patientsWith(303).slice(300)
  const staged = await writeTestTable(testApp, session, workbook([...kept, ...added], 'ppg-bp'))

  const [, , , age, , weight, , , , , diabetes] = patientRows(42)[41] ?? []
  expect(weight).toBeDefined()
  expect(staged).toMatchObject({ state: 'ready', fileName: 'ward 4.xlsx' })
  expect(staged.preview).toEqual({
    sheetName: 'Sheet1',
    headerRow: 2,
    columnCount: 14,
    ignoredColumns: ['Heart Rate(b/m)'],
    missingColumns: [],
    rowsNow: 219,
    rowsInFile: 202,
    added: 3,
    changed: 2,
    unchanged: 197,
    removed: 20,
    needsConfirmation: false,
    warningCount: 0,
    warnings: [],
    findings: [expect.objectContaining({ id: 'bmi-bmi-weight-height', rows: 1, needsReason: false })],
    changedColumns: expect.any(Array),
    firstRows: expect.any(Array),
    changes: [
      { memberId: '17', column: 'weight', now: patientRows(17)[16]?.[5], next: 61 },
      { memberId: '42', column: 'age', now: age, next: null },
      { memberId: '42', column: 'diabetes', now: diabetes, next: 'Type 2 Diabetes, corrected' },
    ],
  })
  expect(await listed(session)).toEqual(before)
  const first = ['patient:1', 'patient:2', 'patient:3', 'patient:4', 'patient:5'] as const
  const look = testApp.context.db.selectFrom('auditEvents').select('subjects')
  const seen = await look.where('action', '=', 'patients.import_preview').execute()
  expect(seen[0]?.subjects).toBe(named(`import:${staged.id}`, 'patient:17', 'patient:42', ...first))

  const confirmed = await confirm(session, staged.id)
  expect(confirmed.statusCode).toBe(200)
  expect(confirmed.json().data).toMatchObject({
    id: staged.id,
    rows: 202,
    added: 3,
    changed: 2,
    removed: 20,
    isCurrent: true,
  })
  expect(await listed(session)).toMatchObject({ total: 202 })
  expect((await confirm(session, staged.id)).statusCode).toBe(200)
  expect(await history(session)).toHaveLength(2)
})

test('a preview counts changed, unchanged and removed rows, and shows the first changed values', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, patientRows(219))
  const changed = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [index + 5, { weight: index, bmi: 1 }]))
  const file = workbook(patientsWith(200, changed))
  const { preview } = await writeTestTable(testApp, session, file)
  expect(preview).toMatchObject({ rowsNow: 219, added: 0, changed: 120, unchanged: 80, removed: 19 })
  const firstPatients = Array.from({ length: 50 }, (_, index) => String(index + 6))
  expect(preview.changes.map((change: { memberId: string }) => change.memberId)).toEqual(
    firstPatients.flatMap((id) => [id, id]),
  )
})

test('a rejected file is reported when its import is read, and cannot be confirmed', async () => {
  const { testApp, session } = await signedInApp()
  const staged = await writeTestTable(testApp, session, workbook(patientsWith(3, { 1: { age: 'ten' } })))
  expect(staged).toMatchObject({
    state: 'rejected',
    error: { code: 'unprocessable', errorCount: 1, errors: [{ sheet: 'Sheet1', row: 3, column: 'Age', value: 'ten' }] },
  })
  expect((await confirm(session, staged.id)).statusCode).toBe(409)
  expect(await listed(session)).toMatchObject({ total: 0 })
})

test('[import-9] removing or changing more than a third of the rows has to be confirmed', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, patientRows(30))
  const third = await writeTestTable(testApp, session, workbook(patientsWith(20)))
  expect(third.preview).toMatchObject({ removed: 10, needsConfirmation: false })
  const more = await writeTestTable(testApp, session, workbook(patientsWith(19)))
  expect(more.preview).toMatchObject({ removed: 11, needsConfirmation: true })
  for (const body of [undefined, {}, { acceptRemoval: false }]) {
    expect((await confirm(session, more.id, body)).json().error).toMatchObject({
      code: 'conflict',
      message: 'More than a third of the rows would be removed. Confirm that this is intended.',
    })
  }
  expect((await confirm(session, more.id, { acceptRemoval: 'yes' })).statusCode).toBe(400)
  expect((await confirm(session, more.id, { acceptRemoval: true })).statusCode).toBe(200)
  expect(await listed(session)).toMatchObject({ total: 19 })
  // The one-step endpoint imports without confirmation.
  expect((await replaceTable(testApp, session, workbook(patientsWith(9)))).statusCode).toBe(200)

  const diabetes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [index, { diabetes: 'corrected' }]))
  const few = await writeTestTable(testApp, session, workbook(patientsWith(9, diabetes(3))))
  expect(few.preview).toMatchObject({ changed: 3, needsConfirmation: false })
  const many = await writeTestTable(testApp, session, workbook(patientsWith(9, diabetes(4))))
  expect(many.preview).toMatchObject({ changed: 4, needsConfirmation: true })
  expect((await confirm(session, many.id)).json().error.message).toBe(
    'More than a third of the rows would be changed or removed. Confirm that this is intended.',
  )
  expect((await confirm(session, many.id, { acceptRemoval: true })).statusCode).toBe(200)
})

test('an import belongs to the admin who uploaded it, and a new upload replaces the last one', async () => {
  const { testApp, session } = await signedInApp()
  const stranger = await signedIn(testApp, { role: 'super_admin' })
  const first = await writeTestTable(testApp, session, workbook(patientsWith(2)))
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/confirm'],
    ['DELETE', ''],
  ] as const) {
    expect((await stranger.call(method, `/v1/patient-imports/${first.id}${path}`)).statusCode).toBe(404)
  }
  const second = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  expect((await confirm(session, first.id)).statusCode).toBe(404)
  expect((await confirm(session, second.id)).statusCode).toBe(200)
})

test('an import that a later upload of the same admin has discarded says for a day which, and when', async () => {
  const { testApp, session } = await signedInApp()
  const stranger = await signedIn(testApp, { role: 'super_admin' })
  testApp.freeze()
  const at = new Date(testApp.context.now()).toISOString()
  const first = await writeTestTable(testApp, session, workbook(patientsWith(2)))
  const patients = () => countRows(testApp)
  const second = await send(testApp, session, 'POST', [filePart(workbook(patientsWith(3)), 'B\u202E.xlsx'), namePart()])
  await untilRead(session, second.json().data.id)
  const look = async (by: Session) => {
    const answers = [
      await by.call('GET', `/v1/patient-imports/${first.id}`),
      await confirm(by, first.id),
      await by.call('POST', `/v1/patient-imports/${first.id}/answers`, {}),
      await by.call('DELETE', `/v1/patient-imports/${first.id}`),
      await by.call('GET', `/v1/patient-imports/${first.id}/marked-file`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    const errors = answers.map((answer) => answer.json().error)
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1)
    return errors[0]
  }
  const replaced = {
    code: 'not_found',
    message: expect.stringMatching(
      `^This import was discarded because you uploaded “B\\[U\\+202E\\]\\.xlsx” on \\d+ \\w+ ${at.slice(0, 4)} at ${at.slice(11, 16)} UTC\\. To import this file instead, choose it again\\.$`,
    ),
    replacedBy: { fileName: 'B[U+202E].xlsx', at },
  }
  expect(await look(session)).toMatchObject(replaced)
  expect(await look(stranger)).toEqual({
    code: 'not_found',
    message: 'This import no longer exists.',
    requestId: expect.any(String),
  })
  // Its rows are deleted after a minute, and what replaced it stays known.
  const before = await patients()
  testApp.advance(61_000)
  await sweepImports(testApp.context)
  await sweepImports(testApp.context)
  expect(await patients()).toMatchObject({ patients: before.patients - 2, imports: 2 })
  expect(await look(session)).toMatchObject(replaced)
  testApp.advance(24 * anHour)
  await sweepImports(testApp.context)
  testApp.advance(61_000)
  await sweepImports(testApp.context)
  expect(await patients()).toEqual({ patients: 0, lists: 0, imports: 0 })
})

test('[import-13] an outdated preview is rejected', { tags: 'postgres' }, async () => {
  const { testApp, session } = await signedInApp()
  const colleague = await signedIn(testApp)
  const staged = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  expect((await replaceTable(testApp, colleague, workbook(patientsWith(5)))).statusCode).toBe(200)
  const answer = await confirm(session, staged.id)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error.message).toContain('The table has changed in the meantime')
  expect(await listed(session)).toMatchObject({ total: 5 })
})

test('[import-15] an import can be cancelled while it is read and while it waits', async () => {
  const { testApp, session } = await signedInApp({}, { hasThreads: true })
  const waiting = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  expect((await session.call('DELETE', `/v1/patient-imports/${waiting.id}`)).statusCode).toBe(204)
  expect((await session.call('GET', `/v1/patient-imports/${waiting.id}`)).statusCode).toBe(404)
  expect((await confirm(session, waiting.id)).statusCode).toBe(404)

  const uploaded = await send(testApp, session, 'POST', [filePart(workbook(patientsWith(5_000))), namePart()])
  expect(uploaded.json().data).toMatchObject({ state: 'reading', step: 'reading', rowsRead: 0, fraction: 0 })
  const { id } = uploaded.json().data
  expect((await replaceTable(testApp, session, workbook(patientsWith(2)))).statusCode).toBe(409)
  expect((await confirm(session, id)).statusCode).toBe(409)
  expect((await session.call('DELETE', `/v1/patient-imports/${id}`)).statusCode).toBe(204)
  expect((await replaceTable(testApp, session, workbook(patientsWith(2)))).statusCode).toBe(200)
  expect(await listed(session)).toMatchObject({ total: 2 })

  testApp.advance(anHour)
  await sweepImports(testApp.context)
  expect(await countRows(testApp)).toMatchObject({ patients: 2, imports: 1 })
})

test(
  '[import-23] an import whose server died is taken over after its lease, and swept',
  { tags: 'postgres' },
  async () => {
    const { testApp, session } = await signedInApp()
    const { id } = (await send(testApp, session, 'POST', [filePart(workbook(patientsWith(40))), namePart()])).json()
      .data
    await untilRead(session, id)
    // This is the state after a killed server: rows are written, the lease is held, no process is at work.
    const { db, now } = testApp.context
    await db.updateTable('patientImports').set({ state: 'reading', report: '{}' }).where('id', '=', id).execute()
    expect(await takeLease(db, id, now())).toBe(true)
    testApp.advance(leaseMs + 1)
    // Until another import takes the lease, it can be renewed.
    expect(await renewLease(db, id, now())).toBe(true)
    expect((await replaceTable(testApp, session, workbook(patientsWith(2)))).statusCode).toBe(409)
    testApp.advance(leaseMs + 1)
    expect((await replaceTable(testApp, session, workbook(patientsWith(2)))).statusCode).toBe(200)
    expect(await renewLease(db, id, now())).toBe(false)
    await sweepImports(testApp.context)
    expect((await session.call('GET', `/v1/patient-imports/${id}`)).statusCode).toBe(404)
    const { actorId, reason } = await db
      .selectFrom('auditEvents')
      .selectAll()
      .where('outcome', '=', 'failed')
      .where('subjects', '=', named(`import:${id}`))
      .executeTakeFirstOrThrow()
    expect({ actorId, reason }).toEqual({ actorId: session.admin.id, reason: 'unavailable' })
    expect(await countRows(testApp)).toMatchObject({ patients: 42 })
    testApp.advance(61_000)
    await sweepImports(testApp.context)
    expect(await countRows(testApp)).toMatchObject({ patients: 2, imports: 1 })
  },
)

test(
  '[import-14] the history keeps the last tables, and a super admin can restore one as a new entry',
  { tags: 'postgres' },
  async () => {
    const { testApp, session } = await signedInApp({ PATIENT_IMPORTS_KEPT: '3' })
    const admin = await signedIn(testApp, { fullName: 'Grace Hopper' })
    const replaced = []
    for (const rows of [1, 2, 3, 4]) {
      const answer = await replaceTable(testApp, admin, workbook(patientsWith(rows)))
      replaced.push(answer.json().data)
      testApp.advance(1_000)
    }
    expect((await history(session)).map((entry: { rows: number }) => entry.rows)).toEqual([4, 3, 2])
    const old = replaced[1]

    expect((await admin.call('POST', `/v1/patient-imports/${old.id}/restore`)).statusCode).toBe(403)
    expect((await session.call('POST', `/v1/patient-imports/${replaced[3].id}/restore`)).statusCode).toBe(409)
    expect((await session.call('POST', '/v1/patient-imports/unknown/restore')).statusCode).toBe(404)
    const restored = await session.call('POST', `/v1/patient-imports/${old.id}/restore`)
    expect(restored.statusCode).toBe(200)
    expect(restored.json().data).toMatchObject({
      rows: 2,
      isCurrent: true,
      admin: { fullName: 'Ada Lovelace' },
      sha256: old.sha256,
      restoredFrom: old.appliedAt,
      added: null,
    })
    expect(restored.json().data.id).not.toBe(old.id)
    expect(await listed(session)).toMatchObject({ total: 2, updatedAt: restored.json().data.appliedAt })

    // The restored entry still shows the rows of an entry that the purge removes.
    for (let round = 0; round < 2; round += 1) {
      testApp.advance(61_000)
      await sweepImports(testApp.context)
    }
    expect((await history(session)).map((entry: { rows: number }) => entry.rows)).toEqual([2, 4, 3])
    expect((await session.call('POST', `/v1/patient-imports/${replaced[0].id}/restore`)).statusCode).toBe(404)
    expect(await listed(session)).toMatchObject({ total: 2, first: { memberId: '1' } })
    expect(await countRows(testApp)).toMatchObject({ patients: 9 })
  },
)

test('old tables are deleted with everything that belongs to them, but never the current one', async () => {
  const { testApp, session } = await signedInApp({ PATIENT_IMPORTS_KEPT: '1' })
  await showRows(testApp, patientRows(2_500))
  testApp.advance(1_000)
  await replaceTable(testApp, session, workbook(patientsWith(7)))
  for (let round = 0; round < 2; round += 1) {
    testApp.advance(61_000)
    await sweepImports(testApp.context)
  }
  expect(await countRows(testApp)).toEqual({ patients: 7, lists: 0, imports: 1 })
  expect(await listed(session)).toMatchObject({ total: 7 })
})

test('a preview that is not confirmed is dropped after an hour', async () => {
  const { testApp, session } = await signedInApp()
  const staged = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  testApp.advance(anHour + 1_000)
  await sweepImports(testApp.context)
  const again = await signedIn(testApp)
  expect((await again.call('GET', '/v1/patient-imports')).json().data).toEqual([])
  const row = await testApp.context.db
    .selectFrom('patientImports')
    .selectAll()
    .where('id', '=', staged.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'dropped', report: null })
})

test('[import-22] every step is logged', async () => {
  const { testApp, session } = await signedInApp()
  const staged = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  await confirm(session, staged.id)
  await replaceTable(testApp, session, workbook(patientsWith(4)))
  await session.call('GET', '/v1/patient-imports')
  await session.call('POST', `/v1/patient-imports/${staged.id}/restore`)
  await session.call('GET', '/v1/hospital-patients/template')
  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects'])
    .where('action', 'like', 'patients.%')
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action }) => action)).toEqual([
    'patients.import_upload',
    'patients.import_preview',
    'patients.import',
    'patients.import_upload',
    'patients.import',
    'patients.import_history',
    'patients.restore',
    'patients.template',
  ])
  expect(events[2]?.subjects).toBe(named(`import:${staged.id}`))
})

test('an import that runs when the server stops is reported as interrupted', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = (await send(testApp, session, 'POST', [filePart(workbook(patientsWith(5_000))), namePart()])).json()
    .data
  await testApp.app.close()
  const row = await testApp.context.db
    .selectFrom('patientImports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.state).toBe('rejected')
  expect(row.report).toContain('The server was stopped')
})
