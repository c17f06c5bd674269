import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { emailKeyOf } from '../../contract/src/values/text.ts'
import { expect } from './test.ts'
import type { Account, RunningServer } from './server.ts'

type StaffRole = 'admin' | 'super_admin'

/** Adds an admin who has accepted an invitation. */
export async function addAdmin(server: RunningServer, account: Account, role: StaffRole = 'admin'): Promise<Account> {
  const { email, fullName, password } = account
  const inviteId = storeInvitation(server, email, role)
  const accepted = await fetch(`${server.url}/v1/admin-invites/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ inviteId, fullName, password }),
  })
  expect(accepted.status, await accepted.text()).toBe(200)
  return account
}

/**
 * Stores an invitation as `create-admin --invite` does. The command itself would take at least as long as opening a page.
 * @returns the secret of its link
 */
function storeInvitation({ dataDir }: RunningServer, email: string, role: StaffRole): string {
  const token = randomUUID()
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const nowMs = Date.now()
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 10_000 })
  database
    .prepare(
      `INSERT INTO invitations (id, email, email_key, role, token_hash, created_at_ms, expires_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(randomUUID(), email, emailKeyOf(email), role, tokenHash, nowMs, nowMs + 3_600_000)
  database.close()
  return token
}

let count = 0

/** Returns an account for one test only, because the number of emails to one address is limited. */
export function newAccount(fullName: string): Account {
  count += 1
  const local = `${fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${count}`
  return { email: `${local}@people.test`, password: 'Violet-Lantern-1984', fullName }
}

/** Invites admins by email without the dialog. A super admin must be signed in on the page. */
export async function invite(page: Page, emails: string[], role: StaffRole = 'admin'): Promise<void> {
  const users = emails.map((email) => ({ email }))
  const response = await page.request.post('/v1/admin-invites', { data: { users, role } })
  expect(response.status(), await response.text()).toBe(200)
}
