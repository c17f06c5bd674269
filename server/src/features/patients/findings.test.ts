import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { inputsOf, madePatients, type MadePatient } from '../../../testing/patients/made-patients.ts'
import { mistakes } from '../../../testing/patients/mistakes.ts'
import {
  answersPart,
  filePart,
  namePart,
  replaceTable,
  send,
  untilRead,
  workbook,
  writeTestTable,
} from '../../../testing/patients/upload.ts'
import { createRandom } from '../../operations/demo/random.ts'

type Finding = { id: string; title: string; detail: string; needsReason: boolean; repairs: { label: string }[] }

const patients = madePatients(createRandom(11), 60)
const fileOf = (made: readonly MadePatient[]) => workbook(inputsOf(made), 'ppg-bp')

async function shown(): Promise<{ testApp: TestApp; session: Session }> {
  const testApp = await buildTestApp({ PAGE_SIZE: '20' })
  const session = await signedIn(testApp)
  expect((await replaceTable(testApp, session, fileOf(patients))).json().data).toMatchObject({ rows: 60, warnings: [] })
  return { testApp, session }
}

const confirm = (session: Session, id: string, body?: object) =>
  session.call('POST', `/v1/patient-imports/${id}/confirm`, body)

test('[import-8] each of the twelve mistakes leads to a reason, a confirmation or a rejection', async () => {
  const { testApp, session } = await shown()
  const imported: string[] = []
  for (const [name, make] of Object.entries(mistakes)) {
    const { id } = await writeTestTable(testApp, session, fileOf(make(patients, createRandom(3))))
    if ((await confirm(session, id)).statusCode === 200) imported.push(name)
  }
  expect(imported).toEqual([])
})

test('a column in another unit is reported, with a repair and the affected rows', async () => {
  const { testApp, session } = await shown()
  const inPounds = mistakes['pounds']?.(patients, createRandom(3)) ?? []
  const { id, preview } = await writeTestTable(testApp, session, fileOf(inPounds))
  expect(preview.findings).toEqual([
    {
      id: 'unit-weight',
      kind: 'unit',
      columns: ['weight'],
      title: 'Weight seems to be in pounds',
      detail: expect.stringMatching(
        /^Keep as it is: \d+ of 60 rows unusual, 60 impossible, median BMI [\d.]+\. Read as lb: \d of 60 rows unusual, median BMI [\d.]+\.$/,
      ),
      rows: 60,
      needsReason: true,
      needsConfirmation: false,
      repairs: [
        { label: 'Keep as it is', answers: { bodies: 'as_they_are' }, leaves: expect.objectContaining({ rows: 60 }) },
        {
          label: 'Read as lb',
          answers: { columns: { weight: { heading: 'Weight(kg)', unit: 'lb' } } },
          leaves: expect.objectContaining({ rows: 60, impossible: 0 }),
        },
      ],
    },
  ])
  const list = async (page: number) =>
    (await session.call('GET', `/v1/patient-imports/${id}/warnings?finding=unit-weight&page=${page}`)).json().data
  expect((await list(3)).meta).toMatchObject({ totalAmount: 60, totalPages: 3 })
  expect((await list(1)).data[0]).toEqual({
    sheet: 'Sheet1',
    row: 3,
    column: 'Weight(kg)',
    value: String(inPounds[0]?.weight),
    reason: `Was ${patients[0]?.height} cm and ${patients[0]?.weight} kg, is now ${inPounds[0]?.height} cm and ${inPounds[0]?.weight} kg. Fits if read as lb`,
  })
})

test('[import-7] a reason is required only for a column in another unit, and the history shows it', async () => {
  const { testApp, session } = await shown()
  const inPounds = fileOf(mistakes['pounds']?.(patients, createRandom(3)) ?? [])
  const { id } = await writeTestTable(testApp, session, inPounds)
  expect((await confirm(session, id)).statusCode).toBe(409)
  for (const reason of [undefined, ' ', 'two\nlines', 'x'.repeat(201)]) {
    const rejected = await confirm(session, id, { acceptRemoval: true, reason })
    expect(rejected.statusCode).toBe(400)
    expect(rejected.json().error.fields[0].path).toBe('reason')
  }
  const confirmed = await confirm(session, id, { acceptRemoval: true, reason: ' A ward in the US ' })
  expect(confirmed.json().data).toMatchObject({ warningCount: 0, reason: 'A ward in the US' })
})

test('a finding about some rows requires a confirmation that describes it', async () => {
  const { testApp, session } = await shown()
  const { id, preview } = await writeTestTable(
    testApp,
    session,
    fileOf(mistakes['doubled rows']?.(patients, createRandom(3)) ?? []),
  )
  expect(preview).toMatchObject({ added: 6, changed: 0, removed: 0, needsConfirmation: true })
  expect((await confirm(session, id)).json().error.message).toBe(
    '6 rows duplicate other rows: the new rows have the same values as rows with another Member ID. Confirm that this is intended.',
  )
  expect((await confirm(session, id, { acceptRemoval: true })).statusCode).toBe(200)
})

test('a changed sex or subject ID and a lower age of known patients are reported, and many changed sexes need a reason', async () => {
  const { testApp, session } = await shown()
  const change = (count: number, values: Partial<MadePatient>) =>
    patients.map((patient, index) => (index < count ? { ...patient, ...values } : patient))
  const women = patients.map((patient) => ({ ...patient, sex: 'Female' }))
  const men = women.map((patient, index) => (index < 2 ? { ...patient, sex: 'Male' } : patient))
  await replaceTable(testApp, session, fileOf(women))
  const { preview } = await writeTestTable(testApp, session, fileOf(men))
  expect(preview.findings).toMatchObject([
    { id: 'sex_changed-sex', title: '2 of the 60 patients in both tables have a different sex', needsReason: true },
  ])
  const other = await writeTestTable(testApp, session, fileOf(change(1, { sex: 'Female', age: 1, subjectId: 'other' })))
  const found = other.preview.findings as Finding[]
  expect(found.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      '1 of the 60 patients in both tables has a different subject ID',
      '1 of the 60 patients in both tables becomes younger',
    ]),
  )
})

test('a missing column that was filled before needs a reason, and the one-step endpoint lists it among its warnings', async () => {
  const { testApp, session } = await shown()
  const withoutBmi = fileOf(patients.map((patient) => ({ ...patient, bmi: undefined })))
  const { preview } = await writeTestTable(testApp, session, withoutBmi)
  expect(preview.findings).toMatchObject([
    {
      title: 'BMI becomes empty',
      detail: '60 rows of the current table have a value, and no row of the file has one.',
      needsReason: true,
    },
  ])
  const replaced = await replaceTable(testApp, session, withoutBmi)
  expect(replaced.json().data).toMatchObject({
    warningCount: 0,
    warnings: [
      {
        row: 2,
        column: 'BMI(kg/m^2)',
        value: '',
        reason: 'BMI becomes empty: 60 rows of the current table have a value, and no row of the file has one.',
      },
    ],
  })
})

test('two remaining values do not hide that a column becomes empty, or a weight in pounds', async () => {
  const { testApp, session } = await shown()
  const inPounds = mistakes['pounds']?.(patients, createRandom(3)) ?? []
  const file = fileOf(inPounds.map((patient, index) => (index < 2 ? patient : { ...patient, bmi: undefined })))
  const { preview } = await writeTestTable(testApp, session, file)
  expect(preview.findings).toMatchObject([
    {
      title: 'Weight seems to be in pounds',
      detail: expect.stringContaining('60 impossible'),
      rows: 60,
    },
    {
      title: 'BMI becomes nearly empty',
      detail:
        '60 rows of the current table have a value, and only 2 rows of the file. 58 rows in both tables will change.',
      needsReason: true,
    },
  ])
})

const withHeights = (few: number, heightOf: (patient: MadePatient) => number): MadePatient[] =>
  patients.map((patient, at) => (at < few ? { ...patient, height: heightOf(patient) } : patient))
const inMetres = (few: number) => withHeights(few, ({ height }) => Number(height) / 100)

test('a repair of rows is computed again from its name, and can be undone', async () => {
  const { testApp, session } = await shown()
  const file = fileOf(inMetres(3))
  const { id, preview } = await writeTestTable(testApp, session, file)
  expect(preview).toMatchObject({ changed: 3, needsConfirmation: false })
  expect(preview.findings).toMatchObject([
    {
      title: 'Height and weight can’t both be right in 3 rows',
      needsReason: false,
      repairs: [{ label: 'Read these 3 rows as m', answers: { bodies: 'm+kg' } }],
    },
  ])
  const repaired = await answer(session, id, { bodies: 'm+kg' })
  expect(repaired.preview).toMatchObject({ changed: 0, unchanged: 60, warningCount: 0 })
  expect(repaired.preview.findings).toMatchObject([
    {
      title: 'Height and weight are read as m and kg in 3 rows',
      rows: 3,
      needsReason: false,
      repairs: [{ label: 'Keep as it is', answers: { bodies: 'as_they_are' } }],
    },
  ])
  const kept = await answer(session, id, { bodies: 'as_they_are' })
  expect(kept.preview).toMatchObject({ changed: 3, findings: [{ rows: 3 }] })
})

test('an answer about height and weight that no finding offers changes nothing', async () => {
  const { testApp, session } = await shown()
  for (const bodies of ['swapped:cm+kg', 'in+lb', 'mm+kg']) {
    const { preview } = await writeTestTable(testApp, session, fileOf(inMetres(3)), { bodies })
    expect(preview).toMatchObject({
      changed: 3,
      findings: [{ title: 'Height and weight can’t both be right in 3 rows' }],
    })
  }
  const parts = [filePart(fileOf(patients)), namePart(), answersPart({ bodies: 'ell+kg' })]
  expect((await send(testApp, session, 'POST', parts)).statusCode).toBe(400)
})

test('the one-step endpoint repairs the rows of an answer and lists them', async () => {
  const { testApp, session } = await shown()
  const parts = [filePart(fileOf(inMetres(3))), namePart(), answersPart({ bodies: 'm+kg' })]
  expect((await send(testApp, session, 'PUT', parts)).json().data).toMatchObject({
    changed: 0,
    warningCount: 0,
    warnings: [{ reason: expect.stringMatching(/^Height and weight are read as m and kg in 3 rows: /) }],
  })
})

test('after another table has become current, the same answers lead to the rows that it contradicts', async () => {
  const { testApp, session } = await shown()
  const { id, preview } = await writeTestTable(testApp, session, fileOf(inMetres(3)), { bodies: 'm+kg' })
  expect(preview).toMatchObject({ changed: 0 })
  const muchShorter = withHeights(3, ({ height }) => Number(height) / 2)
  await replaceTable(testApp, await signedIn(testApp), fileOf(muchShorter))
  expect((await confirm(session, id)).statusCode).toBe(409)
  const again = await answer(session, id, { bodies: 'm+kg' })
  expect(again.preview).toMatchObject({ changed: 3, unchanged: 57 })
  expect(again.preview.findings).toMatchObject([
    { title: 'Height and weight can’t both be right in 3 rows', repairs: [] },
  ])
})

test('swapping the pressures of a whole file is offered only if that turns no other row upside down', async () => {
  const { testApp, session } = await shown()
  const swapped = mistakes['swapped pressures']?.(patients, createRandom(3)) ?? []
  const most = swapped.map((patient, at) => (at < 5 ? (patients[at] ?? patient) : patient))
  const repairsOf = async (made: readonly MadePatient[]) => {
    const { preview } = await writeTestTable(testApp, session, fileOf(made))
    const found = preview.findings as Finding[]
    return found.filter(({ title }) => title.includes('look swapped')).map(({ repairs }) => repairs.length)
  }
  expect([await repairsOf(swapped), await repairsOf(most)]).toEqual([[1], [0]])
})

async function answer(session: Session, id: string, answers: ImportAnswers) {
  expect((await session.call('POST', `/v1/patient-imports/${id}/answers`, answers)).statusCode).toBe(202)
  return untilRead(session, id)
}
