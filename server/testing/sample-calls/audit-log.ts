import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import { signedIn } from '../factories.ts'
import { insertUsers } from '../users/insert-users.ts'
import type { SampleCalls, World } from './sample-call.ts'

export const auditLogCalls: SampleCalls = {
  'GET /v1/audit-events': async ({ boss }) => ({ url: '/v1/audit-events', cookies: boss.cookies }),
  'GET /v1/audit-events/newer': async ({ boss }) => ({
    url: `/v1/audit-events/newer?cursor=${Buffer.from('0.0').toString('base64url')}`,
    cookies: boss.cookies,
  }),
  'GET /v1/audit-events/actors': async ({ boss }) => ({ url: '/v1/audit-events/actors', cookies: boss.cookies }),
  'GET /v1/audit-events/export': async ({ boss }) => ({
    url: '/v1/audit-events/export?format=csv',
    cookies: boss.cookies,
  }),
  'GET /v1/audit-events/proof': async ({ boss }) => ({ url: '/v1/audit-events/proof', cookies: boss.cookies }),
  'GET /v1/audit-events/verify-audit.mjs': async ({ boss }) => ({
    url: '/v1/audit-events/verify-audit.mjs',
    cookies: boss.cookies,
  }),
  'GET /v1/access-findings': async (world) => {
    await insertFinding(world)
    return { url: '/v1/access-findings', cookies: world.boss.cookies }
  },
  'POST /v1/access-findings/:id/answer': async (world) => ({
    url: `/v1/access-findings/${await insertFinding(world)}/answer`,
    cookies: world.boss.cookies,
    body: { kind: 'explained', sentence: 'Agreed with the ward' },
  }),
  'GET /v1/access-review': async ({ boss }) => ({ url: '/v1/access-review', cookies: boss.cookies }),
  'POST /v1/access-review': async ({ testApp, boss }) => {
    const list = async () =>
      ((await boss.call('GET', '/v1/access-review')).json().data as { access: ReviewedAccess[] }).access
    // Confirming everyone would change nothing but the log.
    const isAnyoneRevoked = (await list()).some(({ keptBecause }) => keptBecause === null)
    if (!isAnyoneRevoked) await signedIn(testApp, { email: `${randomUUID()}@example.org` })
    const access = await list()
    const decisions = access.map(({ kind, id, keptBecause }) => ({
      kind,
      id,
      decision: keptBecause === null ? 'revoke' : 'keep',
    }))
    return { url: '/v1/access-review', cookies: boss.cookies, body: { decisions } }
  },
}

async function insertFinding({ testApp }: World): Promise<string> {
  const [user] = await insertUsers(testApp, [{}])
  const { admin } = await signedIn(testApp, {})
  const id = randomUUIDv7()
  const finding = {
    id,
    rule: 'alone',
    adminId: admin.id,
    userId: user?.id ?? null,
    firstDay: 20_000,
    day: 20_010,
    numbers: '{"days":5}',
    entries: 5,
    state: 'open',
    createdAtMs: testApp.context.now(),
    answeredAtMs: null,
    answeredBy: null,
  } as const
  await testApp.context.db.insertInto('accessFindings').values(finding).execute()
  return id
}
