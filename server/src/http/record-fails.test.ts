import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/build-app.ts'
import { withDeclaredRoutes } from '../../testing/declared-routes.ts'
import { signedIn } from '../../testing/factories.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import type { SampleCall } from '../../testing/sample-calls/sample-call.ts'
import { createStateReader, describeChange } from '../../testing/stored-state.ts'

/** The calls that are not recorded, and why. */
const notOnRecord: Record<string, string> = {
  'GET /v1/auth/admin/me': 'shows callers their own account',
  'GET /v1/auth/admin/email': 'shows callers their own account',
  'GET /v1/auth/admin/sessions': 'shows callers their own account',
  'GET /v1/auth/admin/second-factor': 'shows callers their own account',
  'GET /v1/admin-invites/:id': 'shows the holder of the link whom it is for',
  'GET /v1/auth/admin/forgot-password/:token': 'shows the holder of the link whom it is for',
  'GET /v1/auth/admin/email/undo/:id': 'shows the holder of the link whom it is for',
  'POST /v1/file-uploads/:id/part-urls': 'belongs to an upload whose beginning and end are recorded',
  'PUT /v1/file-uploads/:id/content': 'belongs to an upload whose beginning and end are recorded',
  'PUT /v1/file-uploads/:id/parts/:partNumber': 'belongs to an upload whose beginning and end are recorded',
}

test('on no route does a call that cannot be recorded change or return anything', async () => {
  const { testApp, routes } = await withDeclaredRoutes()
  const world = { testApp, boss: await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' }) }
  const readState = await createStateReader(testApp)
  const declared = routes.filter(({ method, url }) => url.startsWith('/v1/') && method !== 'HEAD')
  const names = declared.map(({ method, url }) => `${method} ${url}`).filter((name) => !(name in notOnRecord))

  const wrong: string[] = []
  for (const name of names) {
    const sample = await sampleCalls[name]?.(world)
    if (!sample) {
      wrong.push(`${name} has no sample call`)
      continue
    }
    const before = await readState()
    const refused = await withoutRecord(testApp, () => call(testApp, name, sample))
    if (refused.statusCode !== 500) wrong.push(`${name} was answered ${refused.statusCode}`)
    const change = describeChange(before, await readState())
    if (change !== '') wrong.push(`${name} changed ${change}`)

    // The same call succeeds once it can be recorded.
    const rows = await countRows(testApp)
    const answer = await call(testApp, name, sample)
    if (answer.statusCode >= 400) wrong.push(`${name} was refused: ${answer.statusCode} ${answer.body}`)
    if ((await countRows(testApp)) === rows) wrong.push(`${name} is not recorded`)
    await sample.settle?.()
    const made = describeChange(before, await readState())
    if (name.startsWith('GET ') === (made !== '')) wrong.push(`${name} changed ${made || 'nothing'}`)
  }
  expect(wrong).toEqual([])
})

async function withoutRecord<T>({ context: { db } }: TestApp, work: () => Promise<T>): Promise<T> {
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

async function countRows({ context: { db } }: TestApp): Promise<number> {
  const { rows } = await db
    .selectFrom('auditEvents')
    .select((column) => column.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}
