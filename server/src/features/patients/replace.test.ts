import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import { makeSheets } from '../../../testing/spreadsheet/sheets-workbook.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import {
  answersPart,
  filePart,
  multipart,
  namePart,
  patientsWith,
  replaceTable,
  send,
  workbook,
} from '../../../testing/patients/upload.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'

async function signedInApp(environment: Record<string, string> = {}) {
  const testApp = await buildTestApp(environment)
  const session = await signedIn(testApp, { fullName: 'Ada Lovelace' })
  const memberIds = async () => {
    const listed = await session.call('GET', '/v1/hospital-patients')
    return listed.json().data.data.map((patient: { memberId: string }) => patient.memberId)
  }
  const leftOverFiles = () => {
    try {
      const names = readdirSync(path.join(testApp.context.config.dataDir, 'imports'), {
        recursive: true,
        encoding: 'utf8',
      })
      return names.filter((name) => name.endsWith('.upload'))
    } catch {
      return []
    }
  }
  return { testApp, session, memberIds, leftOverFiles }
}

test('the name of an upload is the last part of its path, with codes for invisible characters', async () => {
  const { testApp, session } = await signedInApp()
  const file = filePart(workbook(patientsWith(1)), '../C:\\\u202Eward\u0007 4.xlsx')
  const replaced = await send(testApp, session, 'PUT', [file, namePart()])
  expect(replaced.json().data.fileName).toBe('[U+202E]ward[U+0007] 4.xlsx')
})

test('[import-18] a file with the published layout replaces the table with the correct values', async () => {
  const { testApp, session, leftOverFiles } = await signedInApp()
  const patients = patientsWith(219, { 4: { memberId: '0005', bmi: undefined, sex: 'F' } })
  const file = workbook(patients, 'ppg-bp')
  const replaced = await replaceTable(testApp, session, file)
  expect(replaced.statusCode).toBe(200)
  expect(replaced.json().data).toMatchObject({
    rows: 219,
    added: 219,
    changed: 0,
    removed: 0,
    isCurrent: true,
    fileName: 'ward 4.xlsx',
    sizeBytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    admin: { id: session.admin.id, fullName: 'Ada Lovelace' },
    restoredFrom: null,
  })

  const { data } = (await session.call('GET', '/v1/hospital-patients')).json()
  expect(data.meta).toMatchObject({ totalAmount: 219, totalPages: 11 })
  const [first] = patientRows(1)
  expect(data.data[0]).toEqual({
    ...Object.fromEntries(patientColumns.map(({ key }, index) => [key, first?.[index]])),
    createdAt: data.updatedAt,
  })
  expect(data.data[4]).toMatchObject({ memberId: '0005', bmi: null, sex: 'Female' })
  expect(leftOverFiles()).toEqual([])
})

test('[import-20] the two fields may be sent in either order', async () => {
  const { testApp, session, memberIds } = await signedInApp()
  const file = workbook(patientsWith(3))
  expect((await send(testApp, session, 'PUT', [namePart(), filePart(file)])).statusCode).toBe(200)
  expect((await send(testApp, session, 'PUT', [filePart(file), namePart()])).statusCode).toBe(200)
  expect(await memberIds()).toEqual(['1', '2', '3'])
})

test('[import-3] a single error leaves the table unchanged; every error has its row, heading, value and reason', async () => {
  const { testApp, session, memberIds, leftOverFiles } = await signedInApp()
  await showRows(testApp, patientRows(2))
  const file = workbook(
    patientsWith(30, {
      0: { age: 'canary-age' },
      9: { memberId: undefined },
      12: { systolicBloodPressure: 'high' },
      20: { height: { formula: 'A1*2' } },
      21: { height: { formula: 'A1*2', value: 170 } },
    }),
    'ppg-bp',
  )
  const answer = await replaceTable(testApp, session, file)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error).toMatchObject({
    code: 'unprocessable',
    message: '4 values in 4 rows can’t be read. Nothing was imported.',
    fields: [{ path: 'file' }],
    errorCount: 4,
    errors: [
      { row: 3, column: 'Age(year)', value: 'canary-age', reason: 'Not a number' },
      { row: 12, column: 'Num.', value: '', reason: 'Missing. Every row needs one' },
      { row: 15, column: 'Systolic Blood Pressure(mmHg)', value: 'high' },
      { row: 23, column: 'Height(cm)', value: '', reason: expect.stringContaining('formula') },
    ],
  })
  expect(await memberIds()).toEqual(['1', '2'])
  expect(testApp.logLines.join('')).not.toContain('canary-age')
  expect(leftOverFiles()).toEqual([])
  const failures = await testApp.context.db
    .selectFrom('auditEvents')
    .selectAll()
    .where('outcome', '=', 'failed')
    .execute()
  expect(failures).toMatchObject([{ action: 'patients.import', actorId: session.admin.id, reason: 'unprocessable' }])
})

test.each<[string, Buffer, string]>([
  ['a CSV file', Buffer.from('Member ID,Subject ID\n1,2\n'), 'isn’t an .xlsx'],
  ['an empty file', Buffer.alloc(0), ''],
  ['a truncated one', workbook(patientsWith(50)).subarray(0, 2_000), 'damaged'],
])('%s is rejected and changes nothing', async (_, file, message) => {
  const { testApp, session, memberIds } = await signedInApp()
  await showRows(testApp, patientRows(1))
  const answer = await replaceTable(testApp, session, file)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.message).toContain(message)
  expect(await memberIds()).toEqual(['1'])
})

test('an invalid form is rejected, and its file is removed', async () => {
  const { testApp, session, memberIds, leftOverFiles } = await signedInApp()
  const file = workbook(patientsWith(3))
  const rejections: [Parameters<typeof send>[3], string][] = [
    [[filePart(file), namePart('patients')], 'name'],
    [[namePart('patients'), filePart(file)], 'name'],
    [[filePart(file)], 'name'],
    [[namePart()], 'file'],
    [[], 'name'],
    [[{ name: 'file', value: 'text' }, namePart()], 'file'],
    [[filePart(file), filePart(file), namePart()], 'file'],
    [[filePart(file), namePart(), namePart()], 'name'],
    [[filePart(file), namePart(), { name: 'also', value: '1' }], 'also'],
    [[filePart(file), namePart(), { name: 'other', value: file, fileName: 'b.xlsx' }], 'other'],
  ]
  for (const [parts, field] of rejections) {
    const answer = await send(testApp, session, 'PUT', parts)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.fields?.[0]?.path).toBe(field)
  }
  expect((await send(testApp, session, 'PUT', [namePart()])).json().error.message).toBe('Please upload a file')
  const { headers, body } = multipart([filePart(file), namePart()])
  const cut = { url: '/v1/hospital-patients', cookies: session.cookies, headers, body: body.subarray(0, 900) }
  expect((await testApp.app.inject({ ...cut, method: 'PUT' })).statusCode).toBe(400)
  expect(await memberIds()).toEqual([])
  expect(leftOverFiles()).toEqual([])
})

test('a file that is too large, and a body that is not a form, are rejected', async () => {
  const { testApp, session, leftOverFiles } = await signedInApp({ IMPORT_MAX_MB: '1' })
  const large = await replaceTable(testApp, session, Buffer.alloc(2 ** 20 + 1))
  expect(large.statusCode).toBe(413)
  expect(large.json().error).toMatchObject({ code: 'too_large', message: 'The file is larger than 1 MB.' })
  expect((await replaceTable(testApp, session, Buffer.alloc(2 ** 22))).statusCode).toBe(413)
  for (const body of [{ file: 'x' }, {}, undefined])
    expect((await session.call('PUT', '/v1/hospital-patients', body)).statusCode).toBe(415)
  const plain = { url: '/v1/hospital-patients', cookies: session.cookies, headers: { 'content-type': 'text/plain' } }
  expect((await testApp.app.inject({ ...plain, method: 'PUT', body: 'x' })).statusCode).toBe(415)
  expect(leftOverFiles()).toEqual([])
})

test('an import needs a session', async () => {
  const { testApp } = await signedInApp()
  const form = multipart([filePart(workbook(patientsWith(1))), namePart()])
  for (const [method, url] of [
    ['PUT', '/v1/hospital-patients'],
    ['POST', '/v1/patient-imports'],
  ] as const) {
    expect((await testApp.app.inject({ method, url, ...form })).statusCode).toBe(401)
  }
})

test('[import-12] one of two concurrent imports is rejected with the reason, and the table is complete', async () => {
  const { testApp, session, memberIds } = await signedInApp()
  const answers = await Promise.all([
    replaceTable(testApp, session, workbook(patientsWith(40))),
    replaceTable(testApp, session, workbook(patientsWith(40))),
    replaceTable(testApp, session, workbook(patientsWith(40))),
  ])
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const reasons = answers.filter((answer) => answer.statusCode === 409).map((answer) => answer.json().error.message)
  // The first import may have ended before another request finds out why it was rejected.
  for (const reason of reasons)
    expect([
      'Ada Lovelace is importing a table right now. Try again in a moment.',
      'Another import has just ended. Try again.',
    ]).toContain(reason)
  expect(await memberIds()).toHaveLength(20)
  expect((await session.call('GET', '/v1/patient-imports')).json().data).toHaveLength(1)
})

test('[import-11] during an import readers see the complete old table, then the complete new one', async () => {
  const { testApp, session } = await signedInApp({ PAGE_SIZE: '200' })
  await showRows(
    testApp,
    patientRows(150, Object.fromEntries(Array.from({ length: 150 }, (_, index) => [index, { diabetes: 'old' }]))),
  )
  const patients = patientsWith(6_000).map((patient) => ({ ...patient, diabetes: 'new' }))
  const importing = replaceTable(testApp, session, workbook(patients))
  let isImporting = true
  importing.then(
    () => (isImporting = false),
    () => (isImporting = false),
  )
  const seen = new Set<string>()
  while (isImporting) {
    // Without this, injected requests would never yield to the event loop, unlike requests from a socket.
    await setImmediate()
    const { data } = (await session.call('GET', '/v1/hospital-patients?sort=memberId&order=desc')).json()
    const findings = new Set(data.data.map((patient: { diabetes: string }) => patient.diabetes))
    seen.add(`${[...findings].join()} ${data.data.length} of ${data.meta.totalAmount}`)
  }
  expect((await importing).statusCode).toBe(200)
  const { data } = (await session.call('GET', '/v1/hospital-patients')).json()
  expect(data.meta.totalAmount).toBe(6_000)
  expect([...seen].filter((what) => what !== 'old 150 of 150' && what !== 'new 200 of 6000')).toEqual([])
  expect(seen).toContain('old 150 of 150')
})

const headings = ['Member ID', 'Subject ID', 'Sex', 'Age']
const north = { name: 'North', rows: [headings, ['1', 'S1', 'F', 40]] }
const south = { name: 'South', rows: [headings, ['2', 'S2', 'M', 50], ['3', 'S3', 'F', 60]] }

test('two sheets with the headings and rows are rejected by their names, unless the answers choose', async () => {
  const { testApp, session, memberIds } = await signedInApp()
  const file = makeSheets([north, { name: 'Empty', rows: [headings] }, south])
  const rejected = await replaceTable(testApp, session, file)
  expect(rejected.statusCode).toBe(422)
  expect(rejected.json().error.message).toBe(
    'Several sheets contain patients: “North” (1 row) and “South” (2 rows). Keep one of them, or list those to join in “answers”. Nothing was imported.',
  )
  const joined = await send(testApp, session, 'PUT', [
    filePart(file),
    answersPart({ sheets: ['South', 'North'] }),
    namePart(),
  ])
  expect(joined.statusCode).toBe(200)
  expect(await memberIds()).toEqual(['1', '2', '3'])
  const hidden = await replaceTable(testApp, session, makeSheets([north, { ...south, isHidden: true }]))
  expect([hidden.statusCode, hidden.json().data.rows]).toEqual([200, 1])
})

test('a decision that is made without asking is a warning', async () => {
  const { testApp, session, memberIds } = await signedInApp()
  const rows = [headings, ['1', 'S1', 'F', 40], ['2', 'S2', 'N/A', 50], ['3', 'S3', 'M', 60], headings]
  const ward = {
    name: 'Ward',
    rows: [
      ['Patient ID', 'Gender', 'SBP'],
      ['7', 'F', 120],
      ['8', 'F', 130],
    ],
  }
  const sheet = { name: 'North', rows, hiddenRows: [3], merged: ['C2:C3'] }
  const replaced = await replaceTable(testApp, session, makeSheets([sheet, ward]))
  expect(replaced.statusCode).toBe(200)
  expect(await memberIds()).toEqual(['1', '2', '3'])
  expect(replaced.json().data.warnings).toEqual([
    {
      row: 1,
      column: 'Height(cm), Weight(kg), Systolic BP (mmHg), Diastolic BP (mmHg), BMI (kg/m²)',
      value: '',
      reason: 'Height, Weight, Systolic BP, Diastolic BP and BMI will be empty: no row of the file has a value.',
    },
    {
      sheet: 'North',
      row: 5,
      column: '',
      value: headings.join(', '),
      reason: 'Skipped: 1 row with repeated headings',
    },
    { sheet: 'North', row: 1, column: '', value: 'N/A', reason: 'Treated as empty in 1 cell' },
    { sheet: 'North', row: 1, column: '', value: '', reason: '1 hidden row was imported' },
    { sheet: 'North', row: 1, column: '', value: '', reason: 'Of 1 merged range only the first row has the value' },
    {
      sheet: 'North',
      row: 1,
      column: '',
      value: '',
      reason:
        'The sheet “Ward” seems to contain 2 patients under other headings. They weren’t imported: specify in “answers” how to read them.',
    },
  ])
})

test('a column that is left out, but may be one of the table, is a warning unless the answers decide', async () => {
  const { testApp, session } = await signedInApp()
  const rows = [
    ['Member ID', 'Subject ID', 'SBP', 'Height (m)', 'Ward'],
    ['1', 'S1', 120, 1.7, 3],
  ]
  const file = makeSheets([{ name: 'North', rows }])
  const warningsOf = async (answers: object) => {
    const replaced = await send(testApp, session, 'PUT', [filePart(file), namePart(), answersPart(answers)])
    const { warnings } = replaced.json().data
    return warnings.filter(({ reason }: { reason: string }) => reason.startsWith('Not imported'))
  }
  const left = { sheet: 'North', row: 1, value: '' }
  const pressure = {
    ...left,
    column: 'SBP',
    reason: 'Not imported. If it is Systolic BP (mmHg), specify it in “answers”',
  }
  const height = { ...left, column: 'Height (m)', reason: 'Not imported. If it is Height(cm), specify it in “answers”' }
  expect(await warningsOf({})).toEqual([height, pressure])
  expect(await warningsOf({ columns: { height: { heading: 'Height (m)', unit: 'm' } } })).toEqual([pressure])
  expect(await warningsOf({ columns: { height: null, systolicBloodPressure: null } })).toEqual([])
})

test('a row below the headings with another unit is rejected if nothing may be asked', async () => {
  const { testApp, session } = await signedInApp()
  const rows = [
    ['Member ID', 'Subject ID', 'Weight'],
    [undefined, undefined, 'lb'],
    ['1', 'S1', 154],
  ]
  const file = makeSheets([{ name: 'North', rows }])
  const rejected = await replaceTable(testApp, session, file)
  expect(rejected.json().error.message).toBe(
    'In the sheet “North” the row below the headings shows that “Weight” is in lb. Convert it to kg, or specify its unit in “answers”. Nothing was imported.',
  )
  const weight = { heading: 'Weight', unit: 'lb' }
  const answered = [filePart(file), namePart(), answersPart({ columns: { weight } })]
  expect((await send(testApp, session, 'PUT', answered)).statusCode).toBe(200)
})

test('[import-31] rows without an ID and rows unlike patients reject the one-step import unless the answers decide', async () => {
  const { testApp, session, memberIds } = await signedInApp()
  const rows = [
    headings,
    ['A1', 'S1', 'F', 40],
    ['A2', 'S2', 'M', 50],
    [undefined, undefined, undefined, 45],
    ['Mean', undefined, undefined, 45],
  ]
  const file = makeSheets([{ name: 'North', rows }])
  const put = (answers: object) => send(testApp, session, 'PUT', [filePart(file), answersPart(answers), namePart()])
  expect((await replaceTable(testApp, session, file)).json().error.errors).toMatchObject([
    { row: 4, reason: 'Missing. Every row needs one' },
    { row: 5, value: 'Mean' },
  ])
  expect((await put({ unlikeRows: 'leave_out' })).json().error.errors).toMatchObject([{ row: 4 }])
  const forged = [
    { rowsWithoutId: 'import' },
    { unlikeRows: 'keep' },
    { takenRows: ['total'] },
    { rowsWithoutId: null },
  ]
  for (const answers of forged) expect((await put(answers)).statusCode).toBe(400)
  expect((await put({ rowsWithoutId: 'leave_out', unlikeRows: 'leave_out' })).statusCode).toBe(200)
  expect(await memberIds()).toEqual(['A1', 'A2'])
})
