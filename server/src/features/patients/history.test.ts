import { expect, test } from 'vitest'
import { named } from '../../../testing/audit-log.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { patientsWith, replaceTable, writeTestTable, workbook } from '../../../testing/patients/upload.ts'
import { sweepImports } from './import/sweep-imports.ts'

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

test('[import-27] the history shows sheets, answers, findings and reason, and on request who was added and removed', async () => {
  const { testApp, session } = await signedInApp()
  await showRows(testApp, patientRows(30))
  testApp.advance(1_000)
  const file = workbook(
    patientsWith(33)
      .slice(2)
      .map((patient) => ({ ...patient, bmi: undefined })),
  )
  const { id } = await writeTestTable(testApp, session, file)
  const body = { acceptRemoval: true, reason: 'Not measured this year' }
  const confirmed = await session.call('POST', `/v1/patient-imports/${id}/confirm`, body)
  const entry = {
    sheetNames: ['Sheet1'],
    answers: {},
    findings: [
      {
        title: 'BMI becomes empty',
        detail:
          '30 rows of the current table have a value, and no row of the file has one. 28 rows in both tables will change.',
      },
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
    .where('action', '=', 'patients.import_ids')
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

test('member IDs are listed only for a stored table', async () => {
  const app = await signedInApp()
  const { id } = await writeTestTable(app.testApp, app.session, workbook(patientsWith(4)))
  expect((await app.session.call('GET', `/v1/patient-imports/${id}/ids`)).statusCode).toBe(404)
})

test('a super admin deletes a stored table that is not current, with a reason, and its rows are deleted', async () => {
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
  const rejected = await plain.call('POST', `/v1/patient-imports/${first}/deletion`, { reason: 'x' })
  expect(rejected.statusCode).toBe(403)
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
