import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { RunningServer } from './server.ts'
import { expect } from './test.ts'

type NewAccount = { name: string; scopes: string[]; networks?: string[] }

/** An account without the dialogs; the page's session is a super admin's, who owns it. */
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

/** As when the owner of an account loses access: it ends in two weeks. */
export function abandonAccount({ dataDir }: RunningServer, accountId: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 10_000 })
  const endsAtMs = Date.now() + 14 * 86_400_000
  database.prepare('UPDATE service_accounts SET ends_at_ms = ? WHERE id = ?').run(endsAtMs, accountId)
  database.close()
}
