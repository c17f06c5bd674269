import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepAnswers } from '../../src/features/patients/import/kept-answers.ts'
import { rememberLayout } from '../../src/features/patients/import/layout-store.ts'
import { findSurvey } from '../../src/features/patients/import/store.ts'
import { getTableState } from '../../src/features/patients/import/table-state-store.ts'
import { layoutKeyOf } from '../../src/features/patients/reading/questions/remembered.ts'
import { uploadsDirectory } from '../../src/features/patients/import/uploads-folder.ts'
import { patientRows, showRows } from '../patients/rows.ts'
import { filePart, multipart, namePart, patientsWith, send, writeTestTable, workbook } from '../patients/upload.ts'
import { insertReports } from '../reports/insert-reports.ts'
import { insertUsers } from '../users/insert-users.ts'
import type { SampleCalls, World } from './sample-call.ts'

/** Patients whose member IDs occur nowhere else. */
const patients = (count: number) =>
  patientsWith(count, Object.fromEntries(memberIds(count).map((memberId, index) => [index, { memberId }])))
const memberIds = (count: number) => Array.from({ length: count }, (_, index) => `PT-${1001 + index}`)

const importForm = () => multipart([filePart(workbook(patients(3))), namePart()])

export const healthDataCalls: SampleCalls = {
  'GET /v1/users': async (world) => ({ url: `/v1/users?search=${await oneUser(world)}`, ...asBoss(world) }),
  'GET /v1/users/:id': async (world) => ({ url: `/v1/users/${await oneUser(world)}`, ...asBoss(world) }),
  'GET /v1/users/:id/reports': async (world) => ({
    url: `/v1/users/${await oneUser(world)}/reports`,
    ...asBoss(world),
  }),
  'GET /v1/users/:id/reports/:reportId': async (world) => {
    const userId = await oneUser(world)
    const [report] = await insertReports(world.testApp, userId, [{ at: '2026-03-07T00:00:00Z' }])
    return { url: `/v1/users/${userId}/reports/${report?.reportId}`, ...asBoss(world) }
  },
  'GET /v1/users/:id/report-numbers': async (world) => {
    const [user] = await insertUsers(world.testApp, [{}])
    await insertReports(world.testApp, user?.id ?? '', [{ at: '2026-03-07T00:00:00Z' }, { at: '2026-03-08T00:00:00Z' }])
    return { url: `/v1/users/${user?.id}/report-numbers`, ...asBoss(world) }
  },
  'GET /v1/report-labels': async (world) => ({ url: '/v1/report-labels', ...asBoss(world) }),
  'GET /v1/users/:id/erasure': async (world) => ({
    url: `/v1/users/${await oneUser(world)}/erasure`,
    ...asBoss(world),
  }),
  'POST /v1/users/:id/erasure': async (world) => {
    const [user] = await insertUsers(world.testApp, [{ memberId: 'HM-9' }])
    return {
      url: `/v1/users/${user?.id}/erasure`,
      body: { reason: 'Asked for it', memberId: 'HM-9' },
      ...asBoss(world),
    }
  },
  'POST /v1/users/:id/export': async (world) => ({
    url: `/v1/users/${await oneUser(world)}/export`,
    body: { reason: 'Asked for it' },
    ...asBoss(world),
  }),
  'PUT /v1/users/:id/legal-hold': async (world) => ({
    url: `/v1/users/${await oneUser(world)}/legal-hold`,
    body: { reason: 'A claim is open' },
    ...asBoss(world),
  }),
  'DELETE /v1/users/:id/legal-hold': async (world) => {
    const [user] = await insertUsers(world.testApp, [{}])
    const userId = user?.id ?? ''
    await world.testApp.context.db
      .insertInto('legalHolds')
      .values({ userId, reason: 'A claim is open', adminId: 'someone', createdAtMs: 1 })
      .execute()
    return { url: `/v1/users/${userId}/legal-hold`, ...asBoss(world) }
  },
  'GET /v1/hospital-patients': async (world) => {
    const { testApp } = world
    const shown = await testApp.context.db.selectFrom('patients').select('position').limit(1).execute()
    if (shown.length === 0)
      await showRows(
        testApp,
        patientRows(
          3,
          memberIds(3).map((memberId) => ({ memberId })),
        ),
      )
    return { url: '/v1/hospital-patients', ...asBoss(world) }
  },
  'GET /v1/hospital-patients/template': async (world) => ({
    url: '/v1/hospital-patients/template',
    ...asBoss(world),
  }),
  'GET /v1/hospital-patients/download': async (world) => ({
    url: '/v1/hospital-patients/download',
    ...asBoss(world),
  }),
  'PUT /v1/hospital-patients': async (world) => ({
    url: '/v1/hospital-patients',
    ...asBoss(world),
    ...importForm(),
  }),
  'POST /v1/patient-imports': async (world) => ({
    url: '/v1/patient-imports',
    ...asBoss(world),
    ...importForm(),
    settle: () => untilImported(world),
  }),
  'GET /v1/patient-imports': async (world) => ({ url: '/v1/patient-imports', ...asBoss(world) }),
  'GET /v1/patient-imports/:id': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}`,
    ...asBoss(world),
  }),
  'GET /v1/patient-imports/:id/changes': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}/changes?kind=added`,
    ...asBoss(world),
  }),
  'GET /v1/patient-imports/:id/warnings': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}/warnings`,
    ...asBoss(world),
  }),
  'GET /v1/patient-imports/:id/ids': async (world) => ({
    url: `/v1/patient-imports/${await keptImport(world)}/ids`,
    ...asBoss(world),
  }),
  'GET /v1/patient-imports/:id/comparison': async (world) => {
    const id = await keptImport(world)
    return { url: `/v1/patient-imports/${id}/comparison?with=${id}&kind=added`, ...asBoss(world) }
  },
  'GET /v1/patient-imports/:id/marked-file': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}/marked-file`,
    ...asBoss(world),
  }),
  'POST /v1/patient-imports/:id/answers': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}/answers`,
    ...asBoss(world),
    body: { unlikeRows: 'import' },
    settle: () => untilImported(world),
  }),
  'DELETE /v1/patient-layouts/:id': async (world) => ({
    url: `/v1/patient-layouts/${await rememberedLayout(world)}`,
    ...asBoss(world),
  }),
  'DELETE /v1/patient-imports/:id': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}`,
    ...asBoss(world),
  }),
  'DELETE /v1/patient-imports/:id/kept-answers': async (world) => ({
    url: `/v1/patient-imports/${await importWithKeptAnswers(world)}/kept-answers`,
    ...asBoss(world),
  }),
  'POST /v1/patient-imports/:id/confirm': async (world) => ({
    url: `/v1/patient-imports/${await writtenImport(world)}/confirm`,
    ...asBoss(world),
    body: { acceptRemoval: true },
  }),
  'POST /v1/patient-imports/:id/deletion': async (world) => {
    const id = await keptImport(world)
    await keptImport(world)
    return { url: `/v1/patient-imports/${id}/deletion`, body: { reason: 'Asked for it' }, ...asBoss(world) }
  },
  'POST /v1/patient-imports/:id/restore': async (world) => {
    const ids: string[] = []
    for (let table = 0; table < 2; table += 1) {
      ids.push(await keptImport(world))
    }
    return { url: `/v1/patient-imports/${ids[0]}/restore`, ...asBoss(world) }
  },
}

const asBoss = ({ boss }: World) => ({ cookies: boss.cookies })

async function oneUser({ testApp }: World): Promise<string> {
  const [user] = await insertUsers(testApp, [{ firstName: 'Mara' }])
  await insertReports(testApp, user?.id ?? '', [{ at: '2026-03-07T00:00:00Z' }])
  return user?.id ?? ''
}

async function writtenImport(world: World): Promise<string> {
  // This is a file that an earlier request uploaded.
  await untilImported(world)
  const { id } = await writeTestTable(world.testApp, world.boss, workbook(patients(3)))
  await untilImported(world)
  return id
}

async function importWithKeptAnswers(world: World): Promise<string> {
  const id = await writtenImport(world)
  const { context } = world.testApp
  const headingsHash = layoutKeyOf((await findSurvey(context.db, id))?.sheets ?? [])
  const key = { importId: id, adminId: world.boss.admin.id, headingsHash }
  const kept = { answers: { fillMerged: true }, memberIds: new Uint8Array(8), atMs: context.now() }
  await context.db.transaction().execute((transaction) => keepAnswers(transaction, key, kept))
  return id
}

async function keptImport({ testApp, boss }: World): Promise<string> {
  const answer = await send(testApp, boss, 'PUT', [filePart(workbook(patients(2))), namePart()])
  return answer.json().data.id
}

/** An import removes its file at the end; one that has received answers writes it after it has begun. */
async function untilImported({ testApp }: World): Promise<void> {
  const directory = uploadsDirectory(testApp.context.config.dataDir)
  const hasUploads = () =>
    existsSync(directory) &&
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.upload'))
  const isRunning = async () => {
    const { runningImportId, leaseEndsAtMs } = await getTableState(testApp.context.db)
    // A test that has killed the server has ended its lease.
    return runningImportId !== null && leaseEndsAtMs > 0
  }
  while ((await isRunning()) || hasUploads()) await sleep(20)
}

async function rememberedLayout({ testApp, boss }: World): Promise<string> {
  const { db } = testApp.context
  await rememberLayout(db, {
    headingsHash: 'hash',
    answers: { fillMerged: true },
    asked: { merged: null },
    adminId: boss.admin.id,
    atMs: testApp.context.now(),
  })
  return (await db.selectFrom('patientLayouts').select('id').executeTakeFirstOrThrow()).id
}
