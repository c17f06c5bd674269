import type { Page } from '@playwright/test'
import { mailedLink } from './support/mails.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { subject, deadLink, newPassword, email, password, confirm, save, reset } from './support/recovery.ts'

async function requestLink(page: Page, to: string) {
  await page.goto('/forgot-password')
  await email(page).fill(to)
  await reset(page).click()
  await expect(page).toHaveURL('/login')
}

test('an unreachable server is reported in the recovery form, which keeps the email address', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.route('**/v1/auth/admin/forgot-password', (route) => route.abort())
  await email(page).fill('known@people.test')
  await reset(page).click()
  await expect(page.getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await expect(email(page)).toHaveValue('known@people.test')
  await expect(page).toHaveURL('/forgot-password')
})

test('[recovery-8] [recovery-9] a failed check of a recovery link can be retried, a newer link invalidates it, and a link works while another admin is signed in', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Unlucky Person'))
  await requestLink(page, account.email)
  const link = await mailedLink(page, subject, account.email)
  await page.route('**/v1/auth/admin/forgot-password/*', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await page.unroute('**/v1/auth/admin/forgot-password/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await password(page).fill(newPassword)
  await confirm(page).fill(newPassword)

  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await requestLink(other, account.email)
  // The second email has arrived once the mailbox shows two.
  const mails = other.getByRole('row').filter({ hasText: account.email }).getByRole('link', { name: subject })
  await expect(async () => {
    await other.goto('/mailbox')
    await expect(mails).toHaveCount(2, { timeout: 500 })
  }).toPass()
  await elsewhere.close()

  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText(deadLink)
  await expect(password(page)).toHaveValue(newPassword)
  await expect(save(page)).toBeEnabled()

  await signIn(page, server.admin)
  await page.goto(await mailedLink(page, subject, account.email))
  await password(page).fill(newPassword)
  await confirm(page).fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('complementary').getByText(server.admin.fullName)).toBeVisible()
})
