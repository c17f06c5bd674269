import { randomUUID } from 'node:crypto'
import type { ReviewedAccess } from '@health-console/contract/access-review.ts'
import { signedIn } from '../factories.ts'
import type { SampleCalls } from './sample-call.ts'

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
