import { expect, test } from 'vitest'
import { named } from '../../testing/audit-log.ts'
import { buildTestApp } from '../../testing/build-app.ts'
import { type Session, signedIn } from '../../testing/factories.ts'
import { patientRows, showRows } from '../../testing/patients/rows.ts'
import { patientsWith, replaceTable, stageTable, workbook } from '../../testing/patients/upload.ts'
import { sweepImports } from './import/sweep.ts'

async function signedInApp() {
  const testApp = await buildTestApp({ PAGE_SIZE: '20' })
  return { testApp, session: await signedIn(testApp, { role: 'super_admin' }) }
}

type App = Awaited<ReturnType<typeof signedInApp>>

const history = async (session: Session) => (await session.call('GET', '/v1/patient-imports')).json().data
const imported = async ({ testApp, session }: App, rows: Parameters<typeof workbook>[0]) => {
  testApp.advance(1_000)
  return (await replaceTable(testApp, session, workbook(rows))).json().data.id as string
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

test('the history names sheets, answers, findings and reason, and on request who was added and removed', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, patientRows(30))
  testApp.advance(1_000)
  const file = workbook(
    patientsWith(33)
      .slice(2)
      .map((patient) => ({ ...patient, bmi: undefined })),
  )
  const { id } = await stageTable(testApp, session, file)
  const body = { acceptRemoval: true, reason: 'Not measured this year' }
  const confirmed = await session.call('POST', `/v1/patient-imports/${id}/confirm`, body)
  const entry = {
    sheetNames: ['Sheet1'],
    answers: {},
    findings: [
      { title: 'BMI becomes empty', detail: '30 rows of the table have a value, and no row of the file has one.' },
    ],
    reason: 'Not measured this year',
    added: 3,
    removed: 2,
  }
  expect(confirmed.json().data).toMatchObject(entry)
  const [newest, first] = await history(session)
  expect(newest).toMatchObject(entry)
  expect(first).toMatchObject({ sheetNames: null, answers: null, findings: null })

  const ids = await session.call('GET', `/v1/patient-imports/${id}/ids`)
  expect(ids.json().data).toEqual({ added: ['31', '32', '33'], removed: ['1', '2'] })
  const look = testApp.context.db
    .selectFrom('auditEvents')
    .select('subjects')
    .where('action', '=', 'patients.import_compare')
  expect(await look.execute()).toEqual([
    {
      subjects: named(`import:${id}`, 'patient:31', 'patient:32', 'patient:33', 'patient:1', 'patient:2'),
    },
  ])
  expect((await session.call('GET', `/v1/patient-imports/${first.id}/ids`)).json().data).toEqual({
    added: [],
    removed: [],
  })

  testApp.advance(1_000)
  await session.call('POST', `/v1/patient-imports/${first.id}/restore`)
  testApp.advance(1_000)
  const again = await session.call('POST', `/v1/patient-imports/${id}/restore`)
  expect(again.json().data).toMatchObject({ sheetNames: ['Sheet1'], findings: entry.findings, added: null })
})

test('any two kept tables are compared, in either direction, a page at a time', async () => {
  const app = await signedInApp()
  const { testApp, session } = app
  const first = await imported(app, patientsWith(40))
  await imported(app, patientsWith(3))
  const changes = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [index + 5, { age: 99 }]))
  const third = await imported(app, patientsWith(50, { ...changes, 29: { age: 99, diabetes: 'other' } }).slice(5))
  const compare = async (id: string, query: string) => {
    const answer = await session.call('GET', `/v1/patient-imports/${id}/comparison?${query}`)
    return { status: answer.statusCode, ...answer.json().data }
  }
  const idsOf = ({ data }: { data: { memberId: string }[] }) => data.map(({ memberId }) => memberId)

  const changed = await compare(third, `with=${first}&kind=changed&page=2`)
  expect(changed).toMatchObject({
    counts: { added: 10, changed: 25, removed: 5, unchanged: 10 },
    meta: { page: 2, totalAmount: 25, totalPages: 2 },
  })
  expect(idsOf(changed)).toEqual(numbers(26, 30))
  expect(changed.data[4]).toMatchObject({
    now: { age: patientRows(30)[29]?.[3] },
    next: { age: 99, diabetes: 'other' },
  })
  expect(idsOf(await compare(third, `with=${first}&kind=changed&column=diabetes`))).toEqual(['30'])
  expect(idsOf(await compare(third, `with=${first}&kind=added&search=5`))).toEqual(['45', '50'])
  expect(idsOf(await compare(third, `with=${first}&kind=removed`))).toEqual(numbers(1, 5))
  const back = await compare(first, `with=${third}&kind=added`)
  expect([idsOf(back), back.counts]).toEqual([numbers(1, 5), { added: 5, changed: 25, removed: 10, unchanged: 10 }])
  expect((await compare(first, `with=${first}&kind=changed`)).counts).toEqual({
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 40,
  })

  const look = testApp.context.db.selectFrom('auditEvents').select('subjects').orderBy('sequence')
  const [seen] = await look.where('action', '=', 'patients.import_compare').execute()
  expect(seen?.subjects).toBe(
    named(`import:${first}`, `import:${third}`, ...numbers(26, 30).map((memberId) => `patient:${memberId}` as const)),
  )
})

test('values that differ beyond the twelfth digit are the same', async () => {
  const app = await signedInApp()
  const rounded = patientsWith(20).map((patient) => ({ ...patient, bmi: Number(Number(patient.bmi).toPrecision(13)) }))
  const [first, second] = [await imported(app, patientsWith(20)), await imported(app, rounded)]
  const answer = await app.session.call('GET', `/v1/patient-imports/${second}/comparison?with=${first}&kind=changed`)
  expect(answer.json().data.counts).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 20 })
})

test('only kept tables are compared', async () => {
  const app = await signedInApp()
  const kept = await imported(app, patientsWith(3))
  const { id: waiting } = await stageTable(app.testApp, app.session, workbook(patientsWith(4)))
  for (const path of [
    `${waiting}/ids`,
    `${waiting}/comparison?with=${kept}&kind=added`,
    `${kept}/comparison?with=${waiting}&kind=added`,
    `${kept}/comparison?with=unknown&kind=added`,
  ]) {
    expect((await app.session.call('GET', `/v1/patient-imports/${path}`)).statusCode).toBe(404)
  }
  expect((await app.session.call('GET', `/v1/patient-imports/${kept}/comparison?kind=added`)).statusCode).toBe(400)
})

test('a super admin deletes a kept table that is not shown, with a reason, and its rows go', async () => {
  const app = await signedInApp()
  const { testApp, session } = app
  const { db } = testApp.context
  const first = await imported(app, patientsWith(3))
  const second = await imported(app, patientsWith(4))
  const restored = (await session.call('POST', `/v1/patient-imports/${first}/restore`)).json().data.id
  const remove = (id: string, reason = 'A request') =>
    session.call('POST', `/v1/patient-imports/${id}/deletion`, { reason })

  for (const shown of [first, restored]) expect((await remove(shown)).statusCode).toBe(409)
  const third = await imported(app, patientsWith(5))
  expect((await remove(first, ' ')).statusCode).toBe(400)
  const plain = await signedIn(testApp)
  const refused = await plain.call('POST', `/v1/patient-imports/${first}/deletion`, { reason: 'x' })
  expect(refused.statusCode).toBe(403)
  expect((await remove(first)).statusCode).toBe(204)
  expect((await remove(first)).statusCode).toBe(404)

  expect((await history(session)).map(({ id }: { id: string }) => id)).toEqual([third, second])
  testApp.advance(61_000)
  await sweepImports(testApp.context)
  const left = await db.selectFrom('patients').select('tableId').distinct().orderBy('tableId').execute()
  expect(left.map(({ tableId }) => tableId)).toEqual([second, third].toSorted())
  const logged = await db
    .selectFrom('auditEvents')
    .select('subjects')
    .where('action', '=', 'patients.import_delete')
    .where('outcome', '=', 'ok')
    .execute()
  expect(logged).toEqual([{ subjects: named(`import:${first}`, `import:${restored}`) }])
  expect(await db.selectFrom('reasons').select(['subject', 'reason']).execute()).toEqual([
    { subject: `import:${first}`, reason: 'A request' },
  ])
})
