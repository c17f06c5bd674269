import { expect, test } from 'vitest'
import { named } from '../../../testing/audit-log.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { patientsWith, replaceTable, writeTestTable, workbook } from '../../../testing/patients/upload.ts'

type Row = Record<'now' | 'next', { weight: number }>

const rows = 60

async function staged(environment: Record<string, string> = {}) {
  const testApp = await buildTestApp({ PAGE_SIZE: '20', ...environment })
  const session = await signedIn(testApp)
  await showRows(testApp, patientRows(rows))
  // Members 1 to 5 are removed, 61 to 90 are added, 6 to 29 have another weight, 30 another diagnosis as well.
  const heavier = Array.from({ length: 25 }, (_, index) => [index + 5, { weight: 200 + index }] as const)
  const changes = { ...Object.fromEntries(heavier), 29: { weight: 299, diabetes: 'Type 1 Diabetes' } }
  const file = workbook(patientsWith(90, changes).slice(5))
  return { testApp, session, file, ...(await writeTestTable(testApp, session, file)) }
}

const list = async (session: Session, id: string, query: string) => {
  const answer = await session.call('GET', `/v1/patient-imports/${id}/${query}`)
  return { status: answer.statusCode, ...answer.json().data }
}
const idsOf = ({ data }: { data: { memberId: string }[] }) => data.map(({ memberId }) => memberId)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

test('[import-10] all added, changed and removed rows are listed, a page at a time', async () => {
  const { session, id, preview } = await staged()
  expect(preview).toMatchObject({ added: 30, changed: 25, removed: 5, unchanged: 30 })

  const added = [await list(session, id, 'changes?kind=added'), await list(session, id, 'changes?kind=added&page=2')]
  expect(added.flatMap(idsOf)).toEqual(numbers(61, 90))
  expect(added[1].meta).toMatchObject({ page: 2, totalAmount: 30, totalPages: 2 })
  expect(added[0].data[0]).toMatchObject({ now: null, next: { memberId: '61' } })

  const changed = await list(session, id, 'changes?kind=changed&page=2')
  expect(idsOf(changed)).toEqual(numbers(26, 30))
  expect(changed.data[4]).toMatchObject({
    now: { weight: patientRows(30)[29]?.[5] },
    next: { weight: 299, diabetes: 'Type 1 Diabetes' },
  })
  const removed = await list(session, id, 'changes?kind=removed')
  expect(idsOf(removed)).toEqual(numbers(1, 5))
  expect(removed.data[0]).toMatchObject({ now: { memberId: '1' }, next: null })
  expect(idsOf(await list(session, id, 'changes?kind=removed&page=2'))).toEqual([])
})

test('changed rows can be filtered by column, and any list can be searched by member ID', async () => {
  const { session, id, preview } = await staged()
  expect(
    preview.changedColumns.map((change: { column: string; rows: number }) => [change.column, change.rows]),
  ).toEqual([
    ['weight', 25],
    ['diabetes', 1],
  ])
  expect(idsOf(await list(session, id, 'changes?kind=changed&column=diabetes'))).toEqual(['30'])
  expect(idsOf(await list(session, id, 'changes?kind=changed&column=age'))).toEqual([])
  const found = await list(session, id, 'changes?kind=changed&column=weight&search=9')
  expect([idsOf(found), found.meta.totalAmount]).toEqual([['9', '19', '29'], 3])
  expect(idsOf(await list(session, id, 'changes?kind=added&search=%2070'))).toEqual(['70'])
  expect(idsOf(await list(session, id, 'changes?kind=removed&search=3'))).toEqual(['3'])
  expect((await session.call('GET', `/v1/patient-imports/${id}/changes?kind=other`)).statusCode).toBe(400)
})

test('a numeric column that changed has its medians and distribution before and after', async () => {
  const { preview } = await staged()
  const [weight, diabetes] = preview.changedColumns
  expect(diabetes).toMatchObject({ medianNow: null, medianNext: null, distribution: null })
  expect(weight.medianNext).toBeGreaterThan(weight.medianNow)
  const { from, step, now, next, below, above } = weight.distribution
  expect(now.length).toBeLessThanOrEqual(40)
  expect(next).toHaveLength(now.length)
  const sum = (bins: number[]) => bins.reduce((total, count) => total + count, 0)
  expect(sum(now) + sum(next) + below + above).toBe(rows + 85)
  expect([1, 2, 5]).toContain(Number(String(step).replaceAll(/[0.]/g, '')))
  expect(from + step * now.length).toBeGreaterThan(224)
})

test('the first rows are shown as they would be imported, also if all are new', async () => {
  const { testApp, session, preview } = await staged()
  expect(preview.firstRows.map(({ now, next }: Row) => [now.weight, next.weight])).toEqual(
    Array.from({ length: 5 }, (_, index) => [patientRows(10)[index + 5]?.[5], 200 + index]),
  )
  const others = patientsWith(3).map((patient, index) => ({ ...patient, memberId: `new ${index}` }))
  const fresh = await writeTestTable(testApp, session, workbook(others))
  expect(fresh.preview.firstRows).toMatchObject([{ memberId: 'new 0', now: null }, {}, {}])
})

test('a table saved by a program that rounds to 15 digits has no changes', async () => {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp)
  await replaceTable(testApp, session, workbook(patientsWith(50)))
  const rounded = Object.fromEntries(
    patientsWith(50).map(({ bmi }, index) => [index, { bmi: Number(Number(bmi).toPrecision(15)) }]),
  )
  rounded[7] = { bmi: Number(rounded[7]?.bmi) + 0.01 }
  const { preview } = await writeTestTable(testApp, session, workbook(patientsWith(50, rounded)))
  expect(preview).toMatchObject({ changed: 1, unchanged: 49, changes: [{ memberId: '8', column: 'bmi' }] })
})

test('all values that look wrong are listed', async () => {
  const testApp = await buildTestApp({ PAGE_SIZE: '20' })
  const session = await signedIn(testApp)
  const old = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [index, { age: 30.5 + (index % 60) }]))
  const { id, preview } = await writeTestTable(testApp, session, workbook(patientsWith(140, old)))
  expect([preview.warningCount, preview.warnings.length]).toEqual([130, 100])
  const last = await list(session, id, 'warnings?page=7')
  expect(last.meta).toMatchObject({ totalAmount: 130, totalPages: 7, amount: 10 })
  expect(last.data[9]).toEqual({
    sheet: 'Sheet1',
    row: 131,
    column: 'Age',
    value: '39.5',
    reason: 'Not a whole number',
  })
  expect((await list(session, id, 'warnings?finding=unknown')).data).toEqual([])
})

test('only the uploader can read these lists, they are logged with their patients, and are deleted with the preview', async () => {
  const { testApp, session, id, file } = await staged()
  const stranger = await signedIn(testApp, { role: 'super_admin' })
  for (const path of ['changes?kind=added', 'warnings']) {
    expect((await stranger.call('GET', `/v1/patient-imports/${id}/${path}`)).statusCode).toBe(404)
  }
  await list(session, id, 'changes?kind=removed')
  const look = testApp.context.db.selectFrom('auditEvents').select('subjects').orderBy('sequence', 'desc')
  const [seen] = await look.where('action', '=', 'patients.import_preview').limit(1).execute()
  expect(seen?.subjects).toBe(named(`import:${id}`, ...numbers(1, 5).map((memberId) => `patient:${memberId}` as const)))

  const approval = { acceptRemoval: true, reason: 'Weighed with their wheelchairs' }
  const confirmed = await session.call('POST', `/v1/patient-imports/${id}/confirm`, approval)
  expect(confirmed.statusCode).toBe(200)
  expect((await session.call('GET', `/v1/patient-imports/${id}/changes?kind=added`)).statusCode).toBe(409)
  expect(await testApp.context.db.selectFrom('patientImportLists').select('name').execute()).toEqual([])

  const again = await writeTestTable(testApp, session, file)
  expect(again.preview).toMatchObject({ added: 0, changed: 0, removed: 0, changedColumns: [] })
})

test('[import-35] IDs are stored as they were uploaded, and are equal whether or not their accents are separate characters', async () => {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp)
  const [composed, apart] = ['M\u00fcller-1', 'Mu\u0308ller-1']
  await showRows(testApp, patientRows(2, { 0: { memberId: composed } }))
  const file = (weight: number) => workbook(patientsWith(2, { 0: { memberId: apart, weight } }))

  const { id, preview } = await writeTestTable(testApp, session, file(250))
  expect(preview).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 1 })
  expect(preview.changedColumns.map(({ column }: { column: string }) => column)).toEqual(['weight'])
  const { data } = await list(session, id, 'changes?kind=changed')
  expect(data).toMatchObject([{ now: { memberId: composed }, next: { memberId: apart, weight: 250 } }])

  expect((await replaceTable(testApp, session, file(250))).statusCode).toBe(200)
  const shown = (await session.call('GET', '/v1/hospital-patients?search=m%C3%BCller')).json().data.data
  expect(shown.map(({ memberId }: { memberId: string }) => memberId)).toEqual([apart])

  const twice = workbook(patientsWith(2, { 0: { memberId: composed }, 1: { memberId: apart } }))
  const rejected = await replaceTable(testApp, session, twice)
  expect([rejected.statusCode, rejected.json().error.errorCount]).toEqual([422, 1])
})
