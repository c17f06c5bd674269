import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { RunningServer } from './server.ts'
import { expect } from './test.ts'

type NewAccount = { name: string; scopes: string[]; networks?: string[] }

/** Creates a service account without the dialogs. The super admin who is signed in on the page owns it. */
export async function createAccount(page: Page, account: NewAccount): Promise<string> {
  const response = await page.request.post('/v1/service-accounts', { data: account })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).data.id
}

export async function createToken(
  page: Page,
  accountId: string,
  data: { expiresInDays?: number } = {},
): Promise<string> {
  const response = await page.request.post(`/v1/service-accounts/${accountId}/tokens`, { data })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).data.token
}

/** Makes an account look as if its owner has lost access, so that it will be revoked in two weeks. */
export function abandonAccount({ dataDir }: RunningServer, accountId: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 10_000 })
  const endsAtMs = Date.now() + 14 * 86_400_000
  database.prepare('UPDATE service_accounts SET ends_at_ms = ? WHERE id = ?').run(endsAtMs, accountId)
  database.close()
}
