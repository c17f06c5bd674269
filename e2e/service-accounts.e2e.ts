import type { Page } from '@playwright/test'
import { abandonAccount, createAccount } from './support/service-accounts.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// The table has all columns.
test.use({ viewport: { width: 1440, height: 900 } })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Returns the status of the console's response to a token. */
async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/machine/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
  return response.status
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('[service-accounts-1] a service account gets a token that is shown once, gets a second token by rotation, and is revoked', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, server.admin)
  await page.goto('/admins')
  await page.getByRole('link', { name: 'Service accounts' }).click()
  await expect(page).toHaveURL('/admins/service-accounts')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Service accounts · Health Console')
  await expect(page.getByText('No service accounts yet.')).toBeVisible()

  // The account is created with the keyboard.
  await button(page, 'New account').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Ward 4 gateway')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'users:erase' }).check()
  await page.getByLabel('Allowed networks').fill('the ward')
  await page.keyboard.press('Enter')
  await expect(page.getByText('An account that erases users cannot also write users or reports')).toBeVisible()
  await expect(page.getByText('Enter up to 20 networks')).toBeVisible()
  await page.getByRole('checkbox', { name: 'users:erase' }).uncheck()
  await page.getByLabel('Allowed networks').fill('127.0.0.0/8、::1')
  await page.keyboard.press('Enter')

  const first = dialog(page, 'Ward 4 gateway - create token')
  await expect(first.getByLabel('Valid for (days)')).toHaveValue('90')
  await first.getByLabel('Valid for (days)').fill('366')
  await page.keyboard.press('Enter')
  await expect(first.getByText('Enter a whole number from 1 to 365')).toBeVisible()
  await first.getByLabel('Valid for (days)').fill('10')
  await page.keyboard.press('Enter')

  // Closing the dialog before the token is copied needs a confirmation, and a click outside does not close it.
  const shown = dialog(page, 'Ward 4 gateway - new token')
  await expect(shown.getByText('users:write · from 127.0.0.0/8 and ::1/128')).toBeVisible()
  await expect(button(page, 'Copy token')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Close without copying?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.mouse.click(5, 5)
  await expect(shown).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await button(page, 'Copy token').click()
  await expectToast(page, 'The token was copied')
  const token = await copied(page)
  await expect(shown.getByText(token)).toBeVisible()
  expect(await statusOf(server.url, token)).toBe(200)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(row(page, 'Ward 4 gateway')).toContainText('expires in 10 days')
  await page.reload()
  await expect(row(page, 'Ward 4 gateway')).toContainText(/\d\d:\d\d from (127\.0\.0\.1|::1)/)
  await expect(page.getByText(token)).toHaveCount(0)

  // Both tokens work until the earlier one is revoked.
  await button(page, 'Rotate the token of Ward 4 gateway').click()
  const rotation = dialog(page, 'Ward 4 gateway - rotate')
  await expect(rotation.getByLabel('Overlap (hours)')).toHaveValue('24')
  await rotation.getByRole('button', { name: 'Create token' }).click()
  await expect(shown.getByRole('listitem')).toHaveText([/New.*in 90 days/, /Previous, expires .*, in 24 hours/])
  expect(await statusOf(server.url, token)).toBe(200)
  await shown.getByRole('button', { name: /^Revoke now/ }).click()
  await expect(shown.getByRole('listitem')).toHaveCount(1)
  expect(await statusOf(server.url, token)).toBe(401)
  await button(page, 'Copy token').click()
  await expect.poll(() => copied(page)).not.toBe(token)
  const next = await copied(page)
  expect(await statusOf(server.url, next)).toBe(200)
  await button(page, 'Close').last().click()
  await expect(shown).toHaveCount(0)

  await button(page, 'Revoke Ward 4 gateway').click()
  await page
    .getByRole('alertdialog', { name: 'Revoke Ward 4 gateway?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expectToast(page, 'Ward 4 gateway revoked')
  await expect(row(page, 'Ward 4 gateway')).toHaveCount(0)
  expect(await statusOf(server.url, next)).toBe(401)
})

test('[service-accounts-12] a super admin takes over a service account whose owner has lost access, and admins see no service accounts', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  const id = await createAccount(page, { name: 'Pilot tablets', scopes: ['models:read'] })
  abandonAccount(server, id)
  const colleague = await addAdmin(server, newAccount('Second Super'), 'super_admin')
  await signIn(page, colleague)
  await page.goto('/admins/service-accounts')
  await expect(page.getByText('1 needs a new owner')).toBeVisible()
  await expect(row(page, 'Pilot tablets')).toContainText('Owner has no access')
  await expect(button(page, 'Create a token for Pilot tablets')).toHaveCount(0)

  // On a phone the row opens everything else.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('columnheader')).toHaveText(['Name'])
  await button(page, 'Pilot tablets').click()
  const details = dialog(page, 'Pilot tablets')
  await expect(details).toContainText('Scopesmodels:read')
  await expect(details.getByRole('button', { name: 'Revoke Pilot tablets' })).toBeVisible()
  await details.getByRole('button', { name: 'Take over Pilot tablets' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await details.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })

  await button(page, 'Take over Pilot tablets').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
  await expectToast(page, 'You now own Pilot tablets')
  await expect(row(page, 'Pilot tablets')).toContainText(colleague.fullName)
  await expect(page.getByText(/new owner/)).toHaveCount(0)
  await expect(button(page, 'Create a token for Pilot tablets')).toBeVisible()

  await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
  await page.goto('/admins')
  await expect(row(page, colleague.email)).toBeVisible()
  await expect(page.getByText('Service accounts')).toHaveCount(0)
  await page.goto('/admins/service-accounts')
  await expect(page.getByRole('heading', { name: 'We can’t find this page' })).toBeVisible()
})
