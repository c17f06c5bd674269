import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { named } from '../../../testing/audit-log.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import {
  patientsWith,
  replaceTable,
  send,
  writeTestTable,
  untilRead,
  workbook,
  filePart,
  namePart,
} from '../../../testing/patients/upload.ts'
import { readRows, readValues } from '../../../testing/spreadsheet/read-all.ts'
import { deleteEnded } from '../../operations/delete-ended.ts'
import { keepAnswers } from './import/kept-answers.ts'
import { layoutKeyOf } from './reading/questions/remembered.ts'
import type { SheetSurvey } from './reading/survey/survey-sheet.ts'
import { makeSheets } from '../../../testing/spreadsheet/sheets-workbook.ts'
import { makeXlsx, stylesXml } from '../../../testing/spreadsheet/workbook-parts.ts'
import type { Cell } from '../../core/spreadsheet/cells.ts'

async function signedInApp() {
  const testApp = await buildTestApp()
  return { testApp, session: await signedIn(testApp) }
}

const download = (session: Session, id: string) => session.call('GET', `/v1/patient-imports/${id}/marked-file`)

const wrong = patientsWith(40, {
  2: { age: 'about ten', diabetes: '=HYPERLINK("https://example.org")' },
  5: { memberId: undefined },
  7: { weight: 900, age: 40.5 },
})

test('[import-4] a rejected file is returned with its errors and warnings marked, and the corrected workbook is accepted as it is', async () => {
  const { testApp, session } = await signedInApp()
  const staged = await writeTestTable(testApp, session, workbook(wrong, 'ppg-bp'), { rowsWithoutId: 'reject' })
  expect(staged).toMatchObject({ state: 'rejected', error: { errorCount: 2 } })
  const answer = await download(session, staged.id)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="import-marked.xlsx"',
    'cache-control': 'no-store',
  })
  const texts = await readValues(answer.rawPayload)
  expect(texts[0]?.slice(0, 2)).toEqual([undefined, 'Synthetic patients'])
  expect(texts[1]?.slice(0, 5)).toEqual(['Error or warning', 'Num.', 'subject_ID', 'Sex(M/F)', 'Age(year)'])
  expect(texts.flatMap(([reason], index) => (reason === undefined ? [] : [[index + 1, reason]]))).toEqual([
    [2, 'Error or warning'],
    [5, 'Age(year): Not a number'],
    [8, 'Num.: Missing. Every row needs one'],
    [10, 'Age(year): Not a whole number · Weight(kg): Above 700 kg. Is a decimal point missing?'],
  ])
  expect(texts[4]).toContain('=HYPERLINK("https://example.org")')

  const corrected = texts.map((cells) => [...cells])
  if (corrected[4]) corrected[4][4] = '10'
  if (corrected[7]) corrected[7][1] = '6'
  const again = await writeTestTable(testApp, session, makeSheets([{ name: 'Sheet1', rows: corrected as string[][] }]))
  expect(again).toMatchObject({
    state: 'ready',
    preview: { headerRow: 2, rowsInFile: 40, warningCount: 2, ignoredColumns: ['Heart Rate(b/m)'] },
  })
  expect((await session.call('POST', `/v1/patient-imports/${again.id}/confirm`)).statusCode).toBe(200)
  const { data } = (await session.call('GET', '/v1/hospital-patients?search=3')).json()
  expect(data.data[0]).toMatchObject({ memberId: '3', age: 10 })
})

test('[import-39] the corrected workbook of a file with other headings leads only to questions that are still open', async () => {
  const { testApp, session } = await signedInApp()
  const headings = ['MRN', 'Gender', 'DOB', 'Wt']
  const rows = [
    ['A1', '1', '1980-03-01', '154'],
    ['A2', '2', '1990-03-01', 'heavy'],
  ]
  const answers = {
    sheets: ['North', 'South'],
    columns: {
      memberId: { heading: 'MRN' },
      sex: { heading: 'Gender' },
      age: { heading: 'DOB', unit: 'date of birth', countedTo: '2026-03-01' },
      weight: { heading: 'Wt', unit: 'lb' },
    },
    words: { sex: { '1': 'Male' as const, '2': 'Female' as const } },
  }
  const file = makeSheets([
    { name: 'North', rows: [headings, ...rows] },
    { name: 'South', rows: [headings, ['A3', '1', '1970-03-01', '198']] },
  ])
  const rejected = await writeTestTable(testApp, session, file, answers)
  expect(rejected).toMatchObject({ state: 'rejected', error: { errorCount: 1 } })
  const marked = (await download(session, rejected.id)).rawPayload
  const { sheets } = await readXlsx(marked)
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['North', undefined],
    ['South', undefined],
  ])

  const reason = 'Error or warning'
  const corrected = (north: string[][]) =>
    makeSheets([
      { name: 'North', rows: [[reason, ...headings], ...north.map((row) => ['', ...row])] },
      {
        name: 'South',
        rows: [
          [reason, ...headings],
          ['', 'A3', '1', '1970-03-01', '198'],
        ],
      },
    ])
  const right = [rows[0] ?? [], ['A2', '2', '1990-03-01', '176']]
  const again = await writeTestTable(testApp, session, corrected(right))
  expect(again).toMatchObject({ state: 'ready', preview: { rowsInFile: 3 } })
  expect(again.reading.sources).toMatchObject([{ kind: 'kept', adminName: null, answers }])
  // A code that did not occur before is still open.
  const open = await writeTestTable(testApp, session, corrected([...right, ['A4', '9', '1990-03-01', '176']]))
  expect(open.state).toBe('asking')
  const { questions }: { questions: { id: string; isAnswered: boolean }[] } = open.reading
  expect(questions.flatMap(({ id, isAnswered }) => (isAnswered ? [] : [id]))).toEqual(['words:sex'])
  // Kept answers stay kept when they are sent again, and the new one is given.
  const sent = { ...answers, words: { sex: { ...answers.words.sex, '9': null } } }
  expect((await session.call('POST', `/v1/patient-imports/${open.id}/answers`, sent)).statusCode).toBe(202)
  expect((await untilRead(session, open.id)).reading.sources).toMatchObject([
    { kind: 'kept', answers },
    { kind: 'given', answers: { words: { sex: { '9': null } } } },
  ])

  // Confirmed answers of a marked file are remembered like any others, and no longer kept.
  const { id } = await writeTestTable(testApp, session, corrected(right))
  expect((await session.call('POST', `/v1/patient-imports/${id}/confirm`)).statusCode).toBe(200)
  expect(await testApp.context.db.selectFrom('patientKeptAnswers').selectAll().execute()).toEqual([])
  const next = makeSheets([{ name: 'North', rows: [headings, ['A1', '2', '1980-03-01', '155']] }])
  const { reading } = await writeTestTable(testApp, session, next)
  expect(reading.remembered).toMatchObject({ adminName: session.admin.fullName })
})

const headings = ['MRN', 'Gender', 'Age', 'Wt']
const ward = (ids: readonly string[], weight: string | number = 70) =>
  makeSheets([{ name: 'Ward', rows: [headings, ...ids.map((id, index) => [id, 1, 40, index === 0 ? weight : 70])] }])
const answers = {
  columns: { memberId: { heading: 'MRN' }, sex: { heading: 'Gender' }, weight: { heading: 'Wt', unit: 'kg' } },
  words: { sex: { '1': 'Male' as const } },
}

/** An import whose marked file was downloaded. */
async function keptFor(ids: readonly string[]) {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, ward(ids, 'heavy'), answers)
  expect((await download(session, id)).statusCode).toBe(200)
  return { testApp, session }
}

test('kept answers are used for a file with at least half of the patients, and for no other admin', async () => {
  const { testApp, session } = await keptFor(['A1', 'A2', 'A3'])
  const stateOf = async (by: Session, ids: string[]) => (await writeTestTable(testApp, by, ward(ids))).state
  expect(await stateOf(session, ['A1', 'A2', 'B1', 'B2'])).toBe('ready')
  expect(await stateOf(session, ['A1', 'B1', 'B2'])).toBe('asking')
  expect(await stateOf(session, ['B1'])).toBe('asking')
  const colleague = await signedIn(testApp, { role: 'super_admin' })
  expect(await stateOf(colleague, ['A1', 'A2', 'A3'])).toBe('asking')

  const stored = await testApp.context.db.selectFrom('patientKeptAnswers').selectAll().execute()
  expect(stored).toMatchObject([{ adminId: session.admin.id }])
  expect(stored[0]?.memberIds).toHaveLength(24)
  expect(JSON.stringify(stored)).not.toContain('A1')
})

test('kept answers end when they are forgotten, after 30 days, and with the access of the admin', async () => {
  const { testApp, session } = await keptFor(['A1'])
  const dayMs = 24 * 3_600_000
  const { id, state } = await writeTestTable(testApp, session, ward(['A1']))
  expect(state).toBe('ready')
  const forget = () => session.call('DELETE', `/v1/patient-imports/${id}/kept-answers`)
  expect((await forget()).statusCode).toBe(204)
  expect((await forget()).statusCode).toBe(404)
  expect((await session.call('POST', `/v1/patient-imports/${id}/answers`, {})).statusCode).toBe(202)
  expect(await untilRead(session, id)).toMatchObject({ state: 'asking', reading: { sources: [] } })

  const again = await writeTestTable(testApp, session, ward(['A1'], 'heavy'), answers)
  expect((await download(session, again.id)).statusCode).toBe(200)
  testApp.freeze()
  const rows = () => testApp.context.db.selectFrom('patientKeptAnswers').selectAll().execute()
  const [row] = await rows()
  await testApp.context.db
    .updateTable('patientKeptAnswers')
    .set({ atMs: testApp.context.now() - 30 * dayMs })
    .execute()
  expect((await writeTestTable(testApp, session, ward(['A1']))).state).toBe('asking')
  await deleteEnded(testApp.context)
  expect(await rows()).toEqual([])
  if (row) await testApp.context.db.insertInto('patientKeptAnswers').values(row).execute()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [session.admin.id] })
  expect(await rows()).toEqual([])
})

test('answers are not kept if the import is confirmed while its marked file is written', async () => {
  const { testApp, session } = await signedInApp()
  const { db, now } = testApp.context
  const staged = await writeTestTable(testApp, session, ward(['A1']), answers)
  const key = { importId: staged.id, adminId: session.admin.id, headingsHash: 'same headings' }
  const keep = () =>
    db.transaction().execute((rows) => keepAnswers(rows, key, { answers, memberIds: Buffer.alloc(8), atMs: now() }))
  const kept = () => db.selectFrom('patientKeptAnswers').select('adminId').execute()
  await keep()
  expect(await kept()).toHaveLength(1)
  await db.deleteFrom('patientKeptAnswers').execute()
  expect((await session.call('POST', `/v1/patient-imports/${staged.id}/confirm`)).statusCode).toBe(200)
  await keep()
  expect(await kept()).toEqual([])
})

test('[import-40] a hidden sheet with answers is an ordinary hidden sheet', async () => {
  const { testApp, session } = await signedInApp()
  const exact = ['Member ID', 'Subject ID', 'Sex(M/F)', 'Hypertension']
  const people = [
    ['A1', 'S1', 'Male', 'Stage 2 hypertension'],
    ['A2', 'S2', 'Female', 'Normal'],
  ]
  const sheet = { name: 'Patients', rows: [exact, ...people] }
  const { reading } = await writeTestTable(testApp, session, makeSheets([sheet]))
  const survey = await testApp.context.db.selectFrom('patientImports').select('survey').executeTakeFirstOrThrow()
  const poison = {
    headings: layoutKeyOf((JSON.parse(survey.survey ?? '') as { sheets: SheetSurvey[] }).sheets),
    answers: { words: { sex: { Male: 'Female' }, hypertension: { 'Stage 2 hypertension': 'Normal' } } },
  }
  const hidden = { name: 'Import answers', rows: [[JSON.stringify(poison)]], isHidden: true }
  const staged = await writeTestTable(testApp, session, makeSheets([sheet, hidden]))
  expect(staged).toMatchObject({ state: 'ready', reading: { ...reading, answers: {}, sources: [] } })
  expect(staged.preview.firstRows.map(({ next }: { next: object }) => next)).toMatchObject([
    { sex: 'Male', hypertension: 'Stage 2 hypertension' },
    { sex: 'Female', hypertension: 'Normal' },
  ])
  const nothing = { name: 'Patients', rows: [['Nothing here']] }
  const rejected = await writeTestTable(testApp, session, makeSheets([nothing, hidden]))
  expect(rejected.error.message).toContain('A hidden sheet wasn’t read: “Import answers”.')
})

test('a file with values that look wrong is returned unchanged: importing it again makes the same changes', async () => {
  const { testApp, session } = await signedInApp()
  await replaceTable(testApp, session, workbook(patientsWith(40)))
  const odd = patientsWith(40, { 0: { weight: 900 }, 1: { height: 1.68 }, 2: { bmi: { error: '#NAME?' } } })
  const staged = await writeTestTable(testApp, session, workbook(odd))
  expect(staged.preview).toMatchObject({ changed: 3, warningCount: 2 })
  const file = (await download(session, staged.id)).rawPayload
  const { sheets } = await readXlsx(file, { readStyles: true })
  const marked = [...(sheets[0]?.cells ?? [])].flatMap(([at, { style }]) => (style?.fill ? [at] : []))
  // By row and column, starting at 0: the reason and the value.
  expect(marked).toEqual(['1,0', '1,6', '2,0', '2,5'])
  const reasons = sheets[0]?.rows.map(([reason]) => reason)
  expect(reasons?.slice(0, 4)).toEqual([
    'Error or warning',
    'Weight(kg): Above 700 kg. Is a decimal point missing? · Weight(kg): 166 cm and 900 kg don’t match BMI 19.96',
    expect.stringContaining(
      'Height(cm): Below 30 cm. The column is in cm, not m · Height(cm): 1.68 cm and 47 kg don’t match',
    ),
    null,
  ])
  const again = await writeTestTable(testApp, session, file)
  const { sheetName, ...preview } = staged.preview
  expect(again.preview).toMatchObject({
    ...preview,
    columnCount: 13,
    warnings: preview.warnings,
  })
  expect(sheetName).toBe('Sheet1')
  expect((await replaceTable(testApp, session, file)).json().data).toMatchObject({ rows: 40, changed: 3 })
  // A marked file made from a marked file has one column of reasons.
  const third = await writeTestTable(testApp, session, file)
  expect((await readValues((await download(session, third.id)).rawPayload))[0]?.slice(0, 2)).toEqual([
    'Error or warning',
    'Member ID',
  ])
})

test('a marked file keeps the kind of each cell, and the next import reads each as before', async () => {
  const { testApp, session } = await signedInApp()
  const headings = ['Member ID', 'Weight', 'Height', 'Diabetes', 'Born', 'Seen', 'Share']
  const number = (style: number, digits: string) => `<c s="${style}"><v>${digits}</v></c>`
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const rows = [
    headings.map(text),
    // Formats: 00000, pounds, a date, a date with a time, percent.
    [
      number(1, '41'),
      number(2, '154.10'),
      number(0, '1.6850E2'),
      '<c t="b"><v>0</v></c>',
      number(3, '29281'),
      number(4, '46086.4375'),
      number(5, '0.25'),
    ],
    [
      number(0, '7'),
      number(0, '70.50'),
      text('=1+1'),
      '<c t="e"><v>#N/A</v></c>',
      number(3, '59'),
      '<c t="d"><v>2026-03-05</v></c>',
      '',
    ],
    [number(0, '3.1E+17'), number(0, '60'), number(0, '170'), '<c t="e"><v>#SPILL!</v></c>', '', '', ''],
    [number(3, '46086'), number(0, '60'), number(0, '170'), '', '', '', ''],
    ['<c t="b"><v>1</v></c>', number(0, '60'), number(0, '170'), '', '', '', ''],
  ]
  const formats = { 164: '00000', 165: '0.0" lb"', 166: 'dd/mm/yyyy', 167: 'dd/mm/yyyy hh:mm', 168: '0%' }
  const file = makeXlsx(
    rows
      .map(
        (cells, index) =>
          `<row r="${index + 1}">${cells.map((cell, column) => cell.replace('<c', `<c r="${'ABCDEFG'[column]}${index + 1}"`)).join('')}</row>`,
      )
      .join(''),
    { 'xl/styles.xml': stylesXml([0, 164, 165, 166, 167, 168], formats) },
  )
  const born = { heading: 'Born', unit: 'date of birth', countedTo: '2026-03-01' }
  const weight = { heading: 'Weight', unit: 'kg', readings: ['unit_in_cell' as const] }
  const answers = { columns: { age: born, height: { heading: 'Height', unit: 'cm' }, weight } }
  const rejected = await writeTestTable(testApp, session, file, answers)
  expect(rejected.error.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
    [3, 'Height'],
    [4, 'Member ID'],
    [5, 'Member ID'],
    [6, 'Member ID'],
  ])
  const marked = (await download(session, rejected.id)).rawPayload
  const [, ...shown] = (await readRows(marked)).map(({ cells }) => cells.slice(1))
  const [original, ...others] = (await readRows(file)).slice(1).map(({ cells }) => cells)
  expect(shown[0]?.slice(1)).toEqual([
    expect.objectContaining({ type: 'number', text: '154.10', style: expect.objectContaining({ after: ' lb' }) }),
    ...(original ?? []).slice(2, 5).map((cell) => (cell?.type === 'date' ? { ...cell, text: '29281' } : cell)),
    expect.objectContaining({ type: 'date', iso: '2026-03-05T10:30:00' }),
    expect.objectContaining({ type: 'number', text: '0.25' }),
  ])
  expect(shown[0]?.[0]).toEqual({ type: 'text', text: '00041' })
  expect(shown.slice(1).map((cells) => cells.map((cell) => cell && typeKept(cell)))).toEqual(
    others.map((cells) => cells.map((cell) => cell && typeKept(cell))),
  )
  const again = await writeTestTable(testApp, session, marked, answers)
  expect(again.error).toEqual(rejected.error)
})

/** Spreadsheet programs disagree on days before March 1900, and do not know each error of the others. */
const typeKept = (cell: Cell) =>
  (cell.type === 'date' && cell.iso < '1900-03') || (cell.type === 'error' && cell.code === '#SPILL!')
    ? { type: 'text', text: cell.type === 'date' ? cell.iso : cell.code }
    : cell.type === 'date'
      ? cell.iso
      : cell

test('all sheets that were read are returned, in the order of the file', async () => {
  const { testApp, session } = await signedInApp()
  const headings = ['Member ID', 'Subject ID', 'Age']
  const file = makeSheets([
    { name: 'Ward "1" & 2', rows: [headings, ['A1', 'S1', 40]] },
    { name: 'Notes', rows: [['Nothing here']] },
    { name: 'Ward 3', rows: [headings, ['A2', 'S2', 200]] },
  ])
  const answers = { name: 'answers', value: JSON.stringify({ sheets: ['Ward 3', 'Ward "1" & 2'] }) }
  const sent = await send(testApp, session, 'POST', [filePart(file), namePart(), answers])
  const { id, state } = await untilRead(session, sent.json().data.id)
  expect(state).toBe('ready')
  const { sheets } = await readXlsx((await download(session, id)).rawPayload)
  const shown = sheets.filter(({ hidden }) => hidden !== true)
  expect(shown.map(({ name, rows }) => [name, rows])).toEqual([
    [
      'Ward "1" & 2',
      [
        ['Error or warning', ...headings],
        [null, 'A1', 'S1', 40],
      ],
    ],
    [
      'Ward 3',
      [
        ['Error or warning', ...headings],
        ['Age: Above 130 years', 'A2', 'S2', 200],
      ],
    ],
  ])
})

test('only the uploader can download the workbook, its patients are logged, and it is deleted with the import', async () => {
  const { testApp, session } = await signedInApp()
  const stranger = await signedIn(testApp, { role: 'super_admin' })
  const { id } = await writeTestTable(testApp, session, workbook(patientsWith(3, { 1: { memberId: 'M-2', age: 200 } })))
  expect((await download(stranger, id)).statusCode).toBe(404)
  expect((await download(session, id)).statusCode).toBe(200)
  const look = testApp.context.db.selectFrom('auditEvents').select(['action', 'subjects']).orderBy('sequence')
  const log = await look.where('action', 'like', 'patients.download%').where('outcome', '=', 'ok').execute()
  expect(log).toEqual([
    { action: 'patients.download_marked_file', subjects: named(`import:${id}`) },
    { action: 'patients.download_rows', subjects: named('patient:1', 'patient:M-2', 'patient:3') },
  ])
  expect((await session.call('POST', `/v1/patient-imports/${id}/confirm`)).statusCode).toBe(200)
  expect((await download(session, id)).statusCode).toBe(409)

  const cancelled = await writeTestTable(testApp, session, workbook(patientsWith(4)))
  await session.call('DELETE', `/v1/patient-imports/${cancelled.id}`)
  expect((await download(session, cancelled.id)).statusCode).toBe(404)
})
