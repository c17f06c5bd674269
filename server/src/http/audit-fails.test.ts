import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/build-app.ts'
import { withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { isApi } from '../../testing/http/is-api.ts'
import { signedIn } from '../../testing/factories.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import type { SampleCall } from '../../testing/sample-calls/sample-call.ts'
import { startFakeProvider } from '../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'
import { createStateReader, describeChange } from '../../testing/engines/stored-state.ts'
import type { AuditEventsTable } from '../core/database/tables/audit.ts'

/** The requests that are not logged, and why. */
const notLogged: Record<string, string> = {
  'GET /v1/auth/admin/me': 'shows callers their own account',
  'GET /v1/auth/admin/email': 'shows callers their own account',
  'GET /v1/auth/admin/sessions': 'shows callers their own account',
  'GET /v1/auth/admin/second-factor': 'shows callers their own account',
  'POST /v1/auth/admin/passkeys': 'gives a challenge and keeps nothing',
  'POST /v1/auth/admin/passkey-login/options': 'gives a challenge and keeps nothing',
  'POST /v1/auth/admin/confirm/options': 'gives a challenge and keeps nothing',
  'POST /v1/auth/admin/sign-on': 'its end is logged',
  'POST /v1/auth/admin/sign-on/confirm': 'its end is logged',
  'GET /v1/first-steps': 'what is set up, no one’s data',
  'GET /machine/v1/models': 'what every device is offered, asked for again and again',
  'GET /machine/v1/models/manifest': 'what every device is offered, asked for again and again',
  'GET /machine/v1/models/:type/current': 'the version that it leads to is logged',
  'GET /machine/v1/models/:type/current/signature': 'the version that it signs is logged',
  'GET /machine/v1/models/:type/versions/:version/signature': 'the version that it signs is logged',
  'GET /machine/v1/whoami': 'shows callers their own account',
  'GET /v1/audit-events/newer': 'a number alone, asked for by an open page',
  'GET /v1/admin-invites/:id': 'shows the holder of the link who it is for',
  'GET /v1/auth/admin/forgot-password/:token': 'shows the holder of the link who it is for',
  'GET /v1/auth/admin/email/undo/:id': 'shows the holder of the link who it is for',
  'GET /v1/report-labels': 'a setting, which shows no one',
  'GET /v1/report-models': 'names and hashes of files, which show no one',
  'POST /v1/patient-imports/preparation': 'stores nothing',
  'POST /v1/files/downloads/preparation': 'the download is logged',
  'POST /v1/file-uploads/:id/part-urls': 'belongs to an upload whose beginning and end are logged',
  'PUT /v1/file-uploads/:id/content': 'belongs to an upload whose beginning and end are logged',
  'PUT /v1/file-uploads/:id/parts/:partNumber': 'belongs to an upload whose beginning and end are logged',
}

/** Settings, which are about no one. */
const namesNothing = new Set(['DELETE /v1/patient-layouts/:id'])

/** The routes that show users or patients, and the key of their ids in the response. */
const patientsShown: Record<string, string> = {
  'GET /v1/admins': 'admin id',
  'GET /v1/admin-invites': 'invitation id',
  'GET /v1/users': 'user id',
  'GET /v1/users/:id': 'user id',
  'GET /v1/users/:id/reports': 'report reportId',
  'GET /v1/users/:id/report-numbers': 'report reportId',
  'GET /v1/users/:id/reports/:reportId': 'report reportId',
  'GET /v1/hospital-patients': 'patient memberId',
  'GET /v1/patient-imports/:id': 'patient memberId',
}

test('[audit-7] each route is logged with everything it shows, and one that cannot be logged changes and returns nothing', async () => {
  expect(await findUnlogged()).toEqual([])
})

test('a view and a change that cannot be logged show and change nothing', { tags: 'postgres' }, async () => {
  expect(await findUnlogged(['GET /v1/users/:id', 'POST /v1/admin-invites'])).toEqual([])
})

/** What the named routes do wrong, by default all. */
async function findUnlogged(names?: string[]): Promise<string[]> {
  const provider = await startFakeProvider()
  const { testApp, routes } = await withDeclaredRoutes(signOnSettings(provider.issuer), { serverRole: true })
  const world = { testApp, provider, boss: await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' }) }
  const readState = await createStateReader(testApp)
  const declared = routes.filter(({ method, url }) => isApi(url) && method !== 'HEAD')
  const permissions = new Map(declared.map(({ method, url, permission }) => [`${method} ${url}`, permission]))

  const wrong: string[] = []
  for (const name of names ?? permissions.keys()) {
    if (name in notLogged) continue
    const sample = await sampleCalls[name]?.(world)
    if (!sample) {
      wrong.push(`${name} has no sample call`)
      continue
    }
    const before = await readState()
    const rejected = await withoutAuditLog(testApp, () => call(testApp, name, sample))
    if (rejected.statusCode !== 500) wrong.push(`${name} was answered ${rejected.statusCode}`)
    const change = describeChange(before, await readState())
    if (change !== '') wrong.push(`${name} changed ${change}`)

    // The same request succeeds once it can be logged.
    const last = (await rowsAfter(testApp, 0)).at(-1)?.sequence ?? 0
    const answer = await call(testApp, name, sample)
    if (answer.statusCode >= 400) wrong.push(`${name} was rejected: ${answer.statusCode} ${answer.body}`)
    const rows = await rowsAfter(testApp, last)
    if (rows.length === 0) wrong.push(`${name} is not logged`)
    const unknown = rows.filter(({ actorId, sessionId, address, requestId }) =>
      [actorId, sessionId, address, requestId].includes(null),
    )
    if (permissions.get(name) !== 'public' && unknown.length > 0) wrong.push(`${name} is logged without the caller`)
    if (/\/:/.test(name) && !namesNothing.has(name) && rows.every(({ subjects }) => subjects === '[]'))
      wrong.push(`${name} is logged without what it is about`)
    const [kind = '', key = ''] = patientsShown[name]?.split(' ') ?? []
    const unnamed = valuesOf(key, key && answer.json()).filter((id) => !rows[0]?.subjects.includes(`"${kind}:${id}"`))
    if (unnamed.length > 0) wrong.push(`${name} does not name ${unnamed.join(', ')}`)
    await sample.settle?.()
    const made = describeChange(before, await readState())
    if (name.startsWith('GET ') === (made !== '')) wrong.push(`${name} changed ${made || 'nothing'}`)
  }
  return wrong
}

async function withoutAuditLog<T>({ owner: { db } }: TestApp, work: () => Promise<T>): Promise<T> {
  await db.schema.alterTable('auditEvents').renameTo('elsewhere').execute()
  try {
    return await work()
  } finally {
    await db.schema.alterTable('elsewhere').renameTo('auditEvents').execute()
  }
}

function call({ app }: TestApp, name: string, { settle: _, ...sample }: SampleCall): Promise<LightMyRequestResponse> {
  return app.inject({ method: name.split(' ')[0] as 'GET', ...sample })
}

function rowsAfter({ context: { db } }: TestApp, sequence: number): Promise<AuditEventsTable[]> {
  return db.selectFrom('auditEvents').selectAll().where('sequence', '>', sequence).orderBy('sequence').execute()
}

/** All values of a key, however deep. */
function valuesOf(key: string, json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]) => (name === key ? [String(value)] : valuesOf(key, value)))
}
