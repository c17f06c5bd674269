import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/build-app.ts'
import { withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { isApi } from '../../testing/http/is-api.ts'
import { type Session, signedIn } from '../../testing/factories.ts'
import {
  answersPart,
  filePart,
  multipart,
  namePart,
  patientsWith,
  untilRead,
  workbook,
  writeTestTable,
} from '../../testing/patients/upload.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import { startFakeProvider } from '../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'
import { makeSheets } from '../../testing/spreadsheet/sheets-workbook.ts'
import { readValues } from '../../testing/spreadsheet/read-all.ts'

/** The responses whose users and patients their audit entries do not name, and why. */
const exceptions: Record<string, string> = {
  'GET /v1/audit-events': 'the audit log itself, in which a view of it is an entry of its own',
  'GET /v1/audit-events/export': 'the audit log itself, in which a view of it is an entry of its own',
}

/** The IDs in a response. Each user of these tests has an ID of its own, and patients have IDs such as PT-1001. */
async function peopleIn({ context }: TestApp, response: LightMyRequestResponse): Promise<Set<string>> {
  const isWorkbook = String(response.headers['content-type']).includes('spreadsheetml')
  const text = isWorkbook ? JSON.stringify(await readValues(response.rawPayload)) : response.body
  const users = await context.db.selectFrom('endUsers').select('id').execute()
  return new Set([
    ...users.filter(({ id }) => text.includes(id)).map(({ id }) => `user:${id}`),
    ...(text.match(/\bPT-\d{4}\b/g) ?? []).map((id) => `patient:${id}`),
  ])
}

/** The people in the response of a request that no new audit entry names. */
async function unnamed(testApp: TestApp, request: () => Promise<LightMyRequestResponse>) {
  const { db } = testApp.context
  const entries = db.selectFrom('auditEvents').select(['sequence', 'subjects'])
  const last = await entries.orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  const response = await request()
  const shown = await peopleIn(testApp, response)
  const written = await entries.where('sequence', '>', last?.sequence ?? 0).execute()
  const named = new Set(written.flatMap(({ subjects }) => JSON.parse(subjects) as string[]))
  return { response, shown, missing: [...shown].filter((person) => !named.has(person)) }
}

test(
  '[audit-7] the audit log names every user and patient that a response of any route contains',
  { tags: 'postgres' },
  async () => {
    const provider = await startFakeProvider()
    const { testApp, routes } = await withDeclaredRoutes(signOnSettings(provider.issuer))
    const world = {
      testApp,
      provider,
      boss: await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' }),
    }
    const wrong: string[] = []
    let people = 0
    for (const { method, url } of routes.filter((route) => isApi(route.url) && route.method !== 'HEAD')) {
      const name = `${method} ${url}`
      const sample = await sampleCalls[name]?.(world)
      if (!sample || name in exceptions) continue
      const { url: address, cookies, headers, body } = sample
      const { shown, missing } = await unnamed(testApp, () =>
        testApp.app.inject({
          method: method as 'GET',
          url: address,
          ...(cookies && { cookies }),
          ...(headers && { headers }),
          ...(body && { payload: body }),
        }),
      )
      await sample.settle?.()
      people += shown.size
      if (missing.length > 0) wrong.push(`${name} shows ${missing.join(', ')}`)
    }
    expect(wrong).toEqual([])
    expect(people).toBeGreaterThan(10)
  },
)

const ids = Array.from({ length: 40 }, (_, index) => `PT-${2001 + index}`)
const changed = (changes: Record<number, object>) =>
  workbook(patientsWith(40, Object.fromEntries(ids.map((memberId, index) => [index, { memberId, ...changes[index] }]))))
const questions = makeSheets([
  {
    name: 'Ward',
    rows: [['MRN', 'Gender', 'Age'], ...ids.map((id, index) => [id, (index % 2) + 1, 40]), [ids[0] ?? '', 1, 41]],
  },
])
const send = (
  { app }: TestApp,
  { cookies }: Session,
  method: 'PUT' | 'POST',
  url: string,
  file: Buffer,
  answers?: object,
) =>
  app.inject({
    method,
    url,
    cookies,
    ...multipart([filePart(file), namePart(), ...(answers ? [answersPart(answers)] : [])]),
  })

test('[audit-7] the audit log names and counts every patient whom a file with questions, errors, warnings or findings shows', async () => {
  const { testApp } = await withDeclaredRoutes()
  const admin = await signedIn(testApp, { role: 'super_admin' })
  const get = (url: string) => () => admin.call('GET', url)
  const wrong: string[] = []
  const check = async (name: string, request: () => Promise<LightMyRequestResponse>, least: number) => {
    const { response, shown, missing } = await unnamed(testApp, request)
    if (missing.length > 0) wrong.push(`${name} shows ${missing.join(', ')}`)
    if (shown.size < least)
      wrong.push(`${name} shows only ${shown.size}: ${response.statusCode} ${response.body.slice(0, 200)}`)
  }

  const asking = await writeTestTable(testApp, admin, questions)
  expect(asking.state).toBe('asking')
  await check('questions', get(`/v1/patient-imports/${asking.id}`), 3)
  const columns = { memberId: { heading: 'MRN' } }
  await check('answers', () => admin.call('POST', `/v1/patient-imports/${asking.id}/answers`, { columns }), 3)

  const errors = changed({ 3: { age: 'ten' }, 30: { age: 'eleven' } })
  const rejected = await writeTestTable(testApp, admin, errors)
  expect(rejected.state).toBe('rejected')
  await check('errors', get(`/v1/patient-imports/${rejected.id}`), 2)
  await check('errors at once', () => send(testApp, admin, 'PUT', '/v1/hospital-patients', errors), 0)

  const odd = changed({ 5: { subjectId: undefined }, 31: { age: 40.5 }, 32: { height: 1.68 } })
  const ready = await writeTestTable(testApp, admin, odd)
  expect(ready).toMatchObject({ state: 'ready', preview: { warningCount: 3 } })
  await check('warnings', get(`/v1/patient-imports/${ready.id}`), 3)
  const before = await admin.call('GET', `/v1/patient-imports/${ready.id}/warnings`)
  const logged = await testApp.context.db
    .selectFrom('auditEvents')
    .select('subjects')
    .orderBy('sequence', 'desc')
    .limit(1)
    .execute()
  expect(before.json().data.data).toHaveLength(3)
  expect(JSON.parse(logged[0]?.subjects ?? '')).toEqual([
    `import:${ready.id}`,
    ...[5, 31, 32].map((index) => `patient:${ids[index]}`),
  ])
  for (const { id } of ready.preview.findings)
    await check(`finding ${id}`, get(`/v1/patient-imports/${ready.id}/warnings?finding=${id}`), 0)
  for (const kind of ['added', 'changed', 'removed'])
    await check(kind, get(`/v1/patient-imports/${ready.id}/changes?kind=${kind}`), kind === 'added' ? 20 : 0)
  await check('warnings at once', () => send(testApp, admin, 'PUT', '/v1/hospital-patients', odd), 0)
  await untilRead(admin, ready.id)
  expect(wrong).toEqual([])
})
