import type { SampleCalls } from './sample-call.ts'

export const recordCalls: SampleCalls = {
  'GET /v1/audit-events': async ({ boss }) => ({ url: '/v1/audit-events', cookies: boss.cookies }),
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
}
