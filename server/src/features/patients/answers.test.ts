import { expect, test } from 'vitest'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import {
  answersPart,
  filePart,
  namePart,
  patientsWith,
  send,
  writeTestTable,
  untilRead,
  workbook,
} from '../../../testing/patients/upload.ts'
import { rememberLayout } from './import/layout-store.ts'
import { sweepImports } from './import/sweep-imports.ts'
import { leaseMs, takeLease } from './import/table-state-store.ts'
import { makeSheets } from '../../../testing/spreadsheet/sheets-workbook.ts'

const headings = ['MRN', 'Gender', 'Age', 'Wt (lb)', 'Blood Pressure']
const rows = [
  ['A1', 1, 40, 154, '120/80'],
  ['A2', 2, 50, 176, '130/85'],
  ['A3', 1, 60, 198, '140/90'],
]
const ward = makeSheets([{ name: 'Ward', rows: [headings, ...rows] }])
const answers: ImportAnswers = {
  columns: {
    memberId: { heading: 'MRN' },
    sex: { heading: 'Gender' },
    weight: { heading: 'Wt (lb)' },
    systolicBloodPressure: { heading: 'Blood Pressure' },
    diastolicBloodPressure: { heading: 'Blood Pressure' },
  },
  words: { sex: { '1': 'Male', '2': 'Female' } },
}

async function signedInApp() {
  const testApp = await buildTestApp()
  return { testApp, session: await signedIn(testApp) }
}

async function answer(session: Session, id: string, input: object) {
  const answered = await session.call('POST', `/v1/patient-imports/${id}/answers`, input)
  if (answered.statusCode !== 202) return { status: answered.statusCode, ...answered.json() }
  return { status: 202, ...(await untilRead(session, id)) }
}

const confirm = (session: Session, id: string, body: object = { reason: 'As in the ward' }) =>
  session.call('POST', `/v1/patient-imports/${id}/confirm`, body)
const patients = async (session: Session) => (await session.call('GET', '/v1/hospital-patients')).json().data.data
const actions = async ({ context }: TestApp) =>
  (await context.db.selectFrom('auditEvents').select('action').orderBy('sequence').execute()).map((row) => row.action)
const openIn = (reading: { questions: { id: string; isAnswered: boolean }[] }) =>
  reading.questions.filter(({ isAnswered }) => !isAnswered).map(({ id }) => id)

test('a file with other headings leads to questions; once answered, it shows its changes and can be confirmed', async () => {
  const { testApp, session } = await signedInApp()
  const asked = await writeTestTable(testApp, session, ward)
  expect(asked).toMatchObject({ state: 'asking', fileName: 'ward 4.xlsx' })
  expect(openIn(asked.reading)).toEqual([
    'column:memberId',
    'column:sex',
    'column:weight',
    'column:systolicBloodPressure+diastolicBloodPressure',
    'words:sex',
  ])
  expect(asked.reading.questions).toContainEqual({
    id: 'column:weight',
    kind: 'column',
    isAnswered: false,
    columns: ['weight'],
    proposal: { heading: 'Wt (lb)', unit: 'lb', unitHeading: null, isSplit: false },
    isSure: true,
  })
  expect((await confirm(session, asked.id)).statusCode).toBe(409)

  const more = await answer(session, asked.id, { columns: answers.columns })
  expect(more).toMatchObject({ status: 202, state: 'asking' })
  expect(openIn(more.reading)).toEqual(['words:sex'])
  const ready = await answer(session, asked.id, answers)
  expect(ready).toMatchObject({ state: 'ready', preview: { added: 3, rowsInFile: 3, sheetName: 'Ward' } })
  expect(ready.reading).toMatchObject({ sheetNames: ['Ward'], answers })
  expect((await confirm(session, asked.id)).statusCode).toBe(200)
  expect(await patients(session)).toMatchObject([
    { memberId: 'A1', sex: 'Male', age: 40, weight: 69.853, systolicBloodPressure: 120, diastolicBloodPressure: 80 },
    { memberId: 'A2', sex: 'Female', weight: 79.832 },
    { memberId: 'A3', sex: 'Male', weight: 89.811 },
  ])
  expect(await actions(testApp)).toEqual(
    expect.arrayContaining(['patients.import_upload', 'patients.import_answer', 'patients.layout_remember']),
  )
})

test('values that are names of JavaScript’s own properties are asked about like any others', async () => {
  const { testApp, session } = await signedInApp()
  const words = ['constructor', 'toString', '__proto__']
  const lines = words.map((word, index) => [`A${index}`, word, 40])
  const asked = await writeTestTable(
    testApp,
    session,
    makeSheets([{ name: 'Ward', rows: [['Member ID', 'Sex', 'Age'], ...lines] }]),
  )
  expect(asked).toMatchObject({ state: 'asking' })
  const question = asked.reading.questions.find(({ id }: { id: string }) => id === 'words:sex')
  expect(question.words.map(({ text, proposal }: Record<string, unknown>) => [text, proposal])).toEqual(
    words.map((word) => [word, null]),
  )
  const half = await answer(session, asked.id, {
    ...asked.reading.answers,
    words: { sex: { constructor: 'Female', toString: 'Male' } },
  })
  expect(half).toMatchObject({ status: 202, state: 'asking' })
})

test('a script sends its answers with the file, in any order of the fields', async () => {
  const { testApp, session } = await signedInApp()
  const orders = [
    [filePart(ward), namePart(), answersPart(answers)],
    [answersPart(answers), namePart(), filePart(ward)],
    // OpenAPI sends fields that are objects in this way, and the form's parser has parsed them.
    [{ ...answersPart(answers), contentType: 'application/json' }, namePart(), filePart(ward)],
  ]
  for (const parts of orders) {
    const uploaded = await send(testApp, session, 'POST', parts)
    expect(uploaded.statusCode).toBe(202)
    expect(await untilRead(session, uploaded.json().data.id)).toMatchObject({ state: 'ready', preview: { added: 3 } })
  }
  const incomplete = await writeTestTable(testApp, session, ward, { columns: { memberId: { heading: 'MRN' } } })
  expect(incomplete).toMatchObject({
    state: 'asking',
    reading: { answers: { columns: { memberId: { heading: 'MRN' } } } },
  })
})

test('the one-step endpoint accepts answers too, and without them reads only known headings', async () => {
  const { testApp, session } = await signedInApp()
  const rejected = await send(testApp, session, 'PUT', [filePart(ward), namePart()])
  expect(rejected.statusCode).toBe(422)
  const replaced = await send(testApp, session, 'PUT', [answersPart(answers), filePart(ward), namePart()])
  expect(replaced.statusCode).toBe(200)
  expect(await patients(session)).toMatchObject([{ memberId: 'A1', weight: 69.853 }, {}, {}])
})

test('impossible answers are rejected, and the error says what is wrong', async () => {
  const { testApp, session } = await signedInApp()
  for (const [value, path] of [
    ['{', 'answers'],
    [JSON.stringify({ colums: {} }), 'answers.colums'],
    [JSON.stringify({ columns: { weight: { heading: 'W', unit: 7 } } }), 'answers.columns.weight.unit'],
    ...['1899-12-31', '2162-01-01', '0026-03-01'].map((countedTo) => {
      const columns = { age: { heading: 'Age', unit: 'date of birth', countedTo } }
      return [JSON.stringify({ columns }), 'answers.columns.age.countedTo'] as const
    }),
  ] as const) {
    const rejected = await send(testApp, session, 'POST', [{ name: 'answers', value }, filePart(ward), namePart()])
    expect([rejected.statusCode, rejected.json().error.fields[0].path]).toEqual([400, path])
  }
  const { id } = await writeTestTable(testApp, session, ward)
  const wrong = { columns: { weight: { heading: 'Weight' }, age: { heading: 'Age', unit: 'kg' } }, sheets: ['Ward'] }
  expect(await answer(session, id, wrong)).toMatchObject({
    status: 400,
    error: { fields: [{ path: 'columns.age.unit' }, { path: 'columns.weight.heading' }] },
  })
  expect(await answer(session, id, { sheets: ['Total'] })).toMatchObject({ status: 400 })
  const byUpload = await writeTestTable(testApp, session, ward, wrong)
  expect(byUpload).toMatchObject({
    state: 'rejected',
    error: { code: 'unprocessable' },
    reading: { sheetNames: ['Ward'] },
  })
  expect(await answer(session, byUpload.id, answers)).toMatchObject({ state: 'ready' })
})

test('repeating the same answers changes nothing, and only the uploader may answer', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, ward)
  const first = await answer(session, id, answers)
  expect(await answer(session, id, answers)).toEqual(first)
  const answered = (await actions(testApp)).filter((action) => action === 'patients.import_answer')
  expect(answered).toHaveLength(1)
  const rowsWritten = await testApp.context.db.selectFrom('patients').select('memberId').execute()
  expect(rowsWritten).toHaveLength(3)
  const other = await signedIn(testApp)
  expect(await answer(other, id, answers)).toMatchObject({ status: 404 })
})

test('the same answers sent twice at once read the file once', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, ward)
  const post = () => session.call('POST', `/v1/patient-imports/${id}/answers`, answers)
  const statuses = (await Promise.all([post(), post(), post()])).map(({ statusCode }) => statusCode)
  expect(statuses).toContain(202)
  expect(statuses.filter((status) => status !== 202 && status !== 409)).toEqual([])
  expect(await untilRead(session, id)).toMatchObject({ state: 'ready', preview: { added: 3 } })
  expect((await actions(testApp)).filter((action) => action === 'patients.import_answer')).toHaveLength(1)
  expect(await testApp.context.db.selectFrom('patients').select('memberId').execute()).toHaveLength(3)
})

test('an import whose server dies while it reads again is dropped, and the next one is accepted', async () => {
  const { testApp, session } = await signedInApp()
  testApp.freeze()
  const { db } = testApp.context
  const { id } = await writeTestTable(testApp, session, ward)
  const before = { state: 'reading', answers: JSON.stringify(answers) } as const
  await db.updateTable('patientImports').set(before).where('id', '=', id).execute()
  await takeLease(db, id, testApp.context.now())
  const early = await send(testApp, session, 'POST', [filePart(ward), namePart()])
  expect(early.statusCode).toBe(409)
  testApp.advance(leaseMs + 1)
  await sweepImports(testApp.context)
  expect((await session.call('GET', `/v1/patient-imports/${id}`)).statusCode).toBe(404)
  expect(await writeTestTable(testApp, session, ward, answers)).toMatchObject({ state: 'ready', preview: { added: 3 } })
})

test('the questions of an unconfirmed import can be answered again, and its rows are written once', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, ward, answers)
  const { weight: _, ...columns } = answers.columns ?? {}
  const again = await answer(session, id, { ...answers, columns: { ...columns, weight: null } })
  expect(again).toMatchObject({ state: 'ready', preview: { missingColumns: expect.arrayContaining(['weight']) } })
  const written = await testApp.context.db.selectFrom('patients').select(['memberId', 'weight']).execute()
  expect(written.map(({ weight }) => weight)).toEqual([null, null, null])
})

test('after answers that lead to unreadable values, other answers can be sent', async () => {
  const { testApp, session } = await signedInApp()
  const columns = { ...answers.columns, age: { heading: 'MRN' }, memberId: { heading: 'Age' } }
  const rejected = await writeTestTable(testApp, session, ward, { ...answers, columns })
  expect(rejected).toMatchObject({ state: 'rejected', error: { errorCount: 3 }, reading: { sheetNames: ['Ward'] } })
  expect(await answer(session, rejected.id, answers)).toMatchObject({ state: 'ready', preview: { added: 3 } })
})

test('sheets that cannot be joined as requested are rejected, and others can be chosen', async () => {
  const { testApp, session } = await signedInApp()
  const other = {
    name: 'Other',
    rows: [
      ['Patient ID', 'Sex', 'Age'],
      ['B1', 'F', 30],
    ],
  }
  const asked = await writeTestTable(testApp, session, makeSheets([{ name: 'Ward', rows: [headings, ...rows] }, other]))
  expect(openIn(asked.reading)).toContain('sheets')
  const both = await answer(session, asked.id, { ...answers, sheets: ['Ward', 'Other'] })
  expect(both).toMatchObject({
    state: 'rejected',
    error: {
      message: 'The sheet “Other” has no column “MRN”. Every row needs a Member ID. Nothing was imported.',
    },
  })
  const one = await answer(session, asked.id, { ...answers, sheets: ['Ward'] })
  expect(one).toMatchObject({ state: 'ready', preview: { added: 3 } })
})

test('questions can be answered for a day', async () => {
  const { testApp, session } = await signedInApp()
  testApp.freeze()
  const { id } = await writeTestTable(testApp, session, ward)
  testApp.advance(24 * 60 * 60_000)
  await sweepImports(testApp.context)
  const stateOf = async () =>
    (await testApp.context.db.selectFrom('patientImports').select('state').where('id', '=', id).execute())[0]?.state
  expect(await stateOf()).toBe('asking')
  testApp.advance(1)
  await sweepImports(testApp.context)
  expect(await stateOf()).toBe('dropped')
})

test('a file with open questions can be cancelled, and is dropped when another one is uploaded', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, ward)
  expect((await session.call('DELETE', `/v1/patient-imports/${id}`)).statusCode).toBe(204)
  expect(await answer(session, id, answers)).toMatchObject({ status: 404 })
  const asked = await writeTestTable(testApp, session, ward)
  await writeTestTable(testApp, session, workbook(patientsWith(3)))
  expect(await answer(session, asked.id, answers)).toMatchObject({ status: 404 })
})

test('confirmed answers are reused for the next file with these headings, until they are forgotten', async () => {
  const { testApp, session } = await signedInApp()
  const first = await writeTestTable(testApp, session, ward, answers)
  expect(first.reading.remembered).toBeNull()
  expect((await confirm(session, first.id)).statusCode).toBe(200)

  const colleague = await signedIn(testApp, { fullName: 'Grace Hopper' })
  const next = makeSheets([{ name: 'April', rows: [headings.toReversed(), ...rows.map((row) => row.toReversed())] }])
  const second = await writeTestTable(testApp, colleague, next)
  expect(second).toMatchObject({ state: 'ready', preview: { unchanged: 3 } })
  const { remembered } = second.reading
  expect(remembered).toMatchObject({ adminName: session.admin.fullName, answers: 6 })
  expect((await confirm(colleague, second.id)).statusCode).toBe(200)
  const logged = await actions(testApp)
  expect(logged.filter((action) => action.startsWith('patients.layout'))).toEqual([
    'patients.layout_remember',
    'patients.layout_use',
  ])

  const third = await writeTestTable(testApp, session, next)
  expect((await session.call('DELETE', `/v1/patient-layouts/${remembered.id}`)).statusCode).toBe(204)
  expect((await session.call('DELETE', `/v1/patient-layouts/${remembered.id}`)).statusCode).toBe(404)
  expect(await answer(session, third.id, {})).toMatchObject({ state: 'asking', reading: { remembered: null } })
  const rejected = await send(testApp, session, 'PUT', [filePart(next), namePart()])
  expect(rejected.statusCode).toBe(422)
})

test('neither remembered answers nor the audit log contain anything else from a file', async () => {
  const { testApp, session } = await signedInApp()
  const file = makeSheets([{ name: 'Secret ward', rows: [headings, ['canary-1', 'canary-2', 40, 154, '120/80']] }])
  const words = { sex: { 'canary-2': 'Male', '2': 'Female' } }
  const { id } = await writeTestTable(testApp, session, file, { ...answers, words, sheets: ['Secret ward'] })
  expect((await confirm(session, id)).statusCode).toBe(200)
  const { db } = testApp.context
  const kept = JSON.stringify(await db.selectFrom('patientLayouts').selectAll().execute())
  expect(kept).toContain('Wt (lb)')
  expect(kept).not.toMatch(/canary-1|Secret/)
  const log = JSON.stringify(await db.selectFrom('auditEvents').selectAll().execute())
  expect(log).not.toMatch(/canary-2|Secret|Wt/)
  const imported = await db.selectFrom('patientImports').select(['survey', 'report']).where('id', '=', id).execute()
  expect(imported).toEqual([{ survey: null, report: null }])
})

test('at most a hundred sets of headings are remembered', async () => {
  const { testApp, session } = await signedInApp()
  const { db } = testApp.context
  const answered = { answers: { fillMerged: true }, asked: { merged: null }, adminId: session.admin.id }
  for (let at = 1; at <= 102; at += 1) {
    await rememberLayout(db, { ...answered, headingsHash: `hash ${at}`, atMs: at })
  }
  await rememberLayout(db, { ...answered, headingsHash: 'hash 3', atMs: 200 })
  const kept = await db.selectFrom('patientLayouts').select('atMs').orderBy('atMs').execute()
  expect(kept.map(({ atMs }) => atMs)).toEqual([...Array.from({ length: 99 }, (_, index) => index + 4), 200])
})
