import type { Scope } from '@health-console/contract/staff/scopes.ts'
import { createAdmin } from './factories.ts'
import type { TestApp } from './build-app.ts'
import { randomUUIDv7 } from 'node:crypto'
import { makeToken } from '../src/features/staff/service-accounts/make-token.ts'
import { insertAccount } from '../src/features/staff/service-accounts/store.ts'

export type Machine = { id: string; tokenId: string; token: string; headers: { authorization: string } }

/** A service account with a token, created by a super admin. */
export async function withToken(
  testApp: TestApp,
  scopes: Scope[],
  values: { ownerId?: string; networks?: string[] } = {},
): Promise<Machine> {
  const { context } = testApp
  const id = randomUUIDv7()
  const ownerId = values.ownerId ?? (await createAdmin(testApp, { role: 'super_admin', email: `${id}@example.org` })).id
  const account = { id, name: 'Ingest', scopes, networks: values.networks ?? [], ownerId, createdAtMs: context.now() }
  const made = await context.db.transaction().execute(async (transaction) => {
    await insertAccount(transaction, account)
    return makeToken(transaction, context, id, { expiresInDays: 90, overlapHours: 24 })
  })
  return { id, tokenId: made.id, token: made.token, headers: { authorization: `Bearer ${made.token}` } }
}
