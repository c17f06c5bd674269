import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import type { Account, RunningServer } from './server.ts'

type StaffRole = 'admin' | 'super_admin'

/** A person with access, who followed a link that the operator created. */
export async function addAdmin(server: RunningServer, account: Account, role: StaffRole = 'admin'): Promise<Account> {
  const { email, fullName, password } = account
  const output = await server.runConsole(['create-admin', '--email', email, '--role', role, '--invite'])
  const inviteId = /invites\?id=([\w-]+)/.exec(output)?.[1]
  const accepted = await fetch(`${server.url}/v1/admin-invites/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ inviteId, fullName, password }),
  })
  expect(accepted.status, await accepted.text()).toBe(200)
  return account
}

let count = 0

/** An account for one journey only, because mails per address are limited. */
export function newAccount(fullName: string): Account {
  count += 1
  const local = `${fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${count}`
  return { email: `${local}@people.test`, password: 'Violet-Lantern-1984', fullName }
}

/** Invites addresses without the dialog; the page's session is a super admin's. */
export async function invite(page: Page, emails: string[], role: StaffRole = 'admin'): Promise<void> {
  const users = emails.map((email) => ({ email }))
  const response = await page.request.post('/v1/admin-invites', { data: { users, role } })
  expect(response.status(), await response.text()).toBe(200)
}
