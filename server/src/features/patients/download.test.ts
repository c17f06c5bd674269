import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { fillTemplate } from '../../../testing/patients/filled-template.ts'
import { patientsWith, replaceTable, writeTestTable } from '../../../testing/patients/upload.ts'
import { readRows } from '../../../testing/spreadsheet/read-all.ts'

/** What a text may contain and a spreadsheet, or XML, might interpret as something else. */
const odd = [
  '=HYPERLINK("https://example.org")',
  '+1',
  '@now',
  'a\r\nb\tc\rd',
  '_x000D_ and _x005F_',
  '&lt; <b> "quoted" \u{1F489}',
  '\uFFFE',
  '1e5',
  'TRUE',
  '2026-03-07',
]
const rows = patientRows(2_100, {
  ...Object.fromEntries(odd.map((diabetes, index) => [index, { diabetes, memberId: `00${index}`, subjectId: null }])),
  40: { memberId: '=1+1', subjectId: '-5', bmi: 27.268005540166204, age: 40.5, weight: 1e21, height: 0.1 + 0.2 },
})

async function signedInApp() {
  const testApp = await buildTestApp()
  return { testApp, session: await signedIn(testApp) }
}

const download = (session: Session, query = '') => session.call('GET', `/v1/hospital-patients/download${query}`)
const memberIdsOf = async (file: Buffer) =>
  (await readRows(file)).slice(1).map(({ cells: [id] }) => (id?.type === 'text' ? id.text : undefined))

test('[patients-12] importing the download changes nothing, whatever its texts contain', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, rows)
  for (const query of ['', '?sort=diabetes&order=desc']) {
    const answer = await download(session, query)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="hospital-patients.xlsx"',
      'cache-control': 'no-store',
    })
    const { preview } = await writeTestTable(testApp, session, answer.rawPayload)
    expect(preview).toMatchObject({
      sheetName: 'Hospital patients',
      headerRow: 1,
      ignoredColumns: [],
      missingColumns: [],
      rowsInFile: 2_100,
      unchanged: 2_100,
      added: 0,
      changes: [],
    })
  }
})

test('the file name of a filtered download shows that it only contains the results', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, rows)
  const answer = await download(session, '?search=7')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="hospital-patients-results.xlsx"')
})

test('texts are text cells, never formulas, also for another reader', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, rows.slice(0, 50))
  const file = (await download(session)).rawPayload
  const cells = (await readRows(file)).flatMap((row) => row.cells)
  expect(new Set(cells.map((cell) => cell?.type))).toEqual(new Set(['text', 'number', undefined]))
  const { sheets } = await readXlsx(file)
  const [headings, ...read] = sheets[0]?.rows ?? []
  expect(headings).toEqual(patientColumns.map(({ heading }) => heading))
  expect(read[40]?.slice(0, 2)).toEqual(['=1+1', '-5'])
  expect(read[0]?.[10]).toBe(odd[0])
})

test('[patients-11] the download contains the results of the search, in their order, and every patient is logged', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, patientRows(1_200))
  const answer = await download(session, '?search=99&sort=memberId&order=desc')
  const found = ['1199', '1099', ...Array.from({ length: 10 }, (_, index) => String(999 - index)), '899', '799', '699']
  expect(await memberIdsOf(answer.rawPayload)).toEqual([...found, '599', '499', '399', '299', '199', '99'])
  await download(session)

  const events = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'actorId'])
    .where('action', 'like', 'patients.download%')
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action, subjects }) => [action, JSON.parse(subjects).length])).toEqual([
    ['patients.download', 0],
    ['patients.download_rows', 21],
    ['patients.download', 0],
    ['patients.download_rows', 1_000],
    ['patients.download_rows', 200],
  ])
  expect(events[1]?.subjects).toMatch(/^\["patient:1199","patient:1099","patient:999",/)
  expect(new Set(events.map(({ actorId }) => actorId))).toEqual(new Set([session.admin.id]))
})

test('before the first import the download only has headings, and an old sign-in has to be confirmed', async () => {
  const { testApp, session } = await signedInApp()
  expect(await readRows((await download(session)).rawPayload)).toHaveLength(1)
  testApp.advance(10 * 60_000 + 1)
  const rejected = await download(session)
  expect(rejected.statusCode).toBe(403)
  expect(rejected.json().error.code).toBe('confirm_identity')
})

test('the template contains the heading of every column, and asks nothing and warns of nothing if it is filled by its rules', async () => {
  const { testApp, session } = await signedInApp()
  const answer = await session.call('GET', '/v1/hospital-patients/template')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="patients-template.xlsx"',
    'x-content-type-options': 'nosniff',
  })
  const headings = patientColumns.map(({ heading }) => ({ type: 'text', text: heading }))
  expect(await readRows(answer.rawPayload)).toEqual([{ rowNumber: 1, cells: headings, isHidden: false }])
  const empty = await replaceTable(testApp, session, answer.rawPayload)
  expect(empty.json().error.message).toBe('There are no rows below the headings. Nothing was imported.')

  // A measure may be known of few patients.
  const bmiOf = (index: number) => (index < 2 ? {} : { bmi: undefined })
  const patients = patientsWith(200).map((patient, index) => ({ ...patient, memberId: `P-${index}`, ...bmiOf(index) }))
  const filled = await fillTemplate(answer.rawPayload, patients)
  expect(await writeTestTable(testApp, session, filled)).toMatchObject({
    state: 'ready',
    reading: { questions: [] },
    preview: { sheetName: 'Patients', rowsInFile: 200, warningCount: 0, findings: [], needsConfirmation: false },
  })
  expect((await replaceTable(testApp, session, filled)).json().data).toMatchObject({ rows: 200 })
})
