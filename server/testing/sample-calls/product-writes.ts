import { randomUUIDv7 } from 'node:crypto'
import type { Scope } from '@health-console/contract/staff/scopes.ts'
import { withToken } from '../service-accounts.ts'
import { insertUsers } from '../users/insert-users.ts'
import type { SampleCalls, World } from './sample-call.ts'

export const productWriteCalls: SampleCalls = {
  'POST /machine/v1/users': async (world) => lines(world, 'users', { id: randomUUIDv7(), lastName: 'Adeyemi' }),
  'POST /machine/v1/reports': async (world) =>
    lines(world, 'reports', { userId: 'any', report: { reportId: randomUUIDv7(), generatedAt: 1_795_120_200 } }),
  'GET /machine/v1/users/:id/accesses': async ({ testApp }) => {
    const [user] = await insertUsers(testApp, [{}])
    const { headers } = await withToken(testApp, ['accesses:read'])
    return { url: `/machine/v1/users/${user?.id}/accesses`, headers }
  },
  'DELETE /machine/v1/users/:id': async ({ testApp }) => {
    const [user] = await insertUsers(testApp, [{}])
    const { headers } = await withToken(testApp, ['users:erase'])
    return { url: `/machine/v1/users/${user?.id}?reason=Asked+for+it`, headers }
  },
}

async function lines({ testApp }: World, noun: 'users' | 'reports', line: object) {
  const scope: Scope = `${noun}:write`
  const { headers } = await withToken(testApp, [scope])
  return {
    url: `/machine/v1/${noun}`,
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: Buffer.from(`${JSON.stringify(line)}\n`),
  }
}
