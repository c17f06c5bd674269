import type { Page } from '@playwright/test'
import { linkInMail, mailedLink, openMail, scanLink } from './support/mails.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const subject = 'Reset your Health Console password'
const deadLink = 'This link is no longer valid. Request a new one.'
const newPassword = 'Copper-Harbour-2051'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const confirm = (page: Page) => page.getByLabel('Confirm password')
const save = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })
const reset = (page: Page) => page.getByRole('button', { name: 'Reset password' })
const promise = (email: string) => `If a Health Console account exists for ${email}, a reset password link will be sent`

async function requestLink(page: Page, to: string) {
  await page.goto('/forgot-password')
  await email(page).fill(to)
  await reset(page).click()
  await expect(page).toHaveURL('/login')
}

test('[recovery-1] [recovery-2] [recovery-3] [sign-in-14] a forgotten password is replaced with an emailed link, and the forms report what is missing', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Forgetful Person'))
  await page.goto('/forgot-password')
  await reset(page).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await expect(reset(page)).toBeDisabled()
  await email(page).fill('unknown@people.test')
  await expect(page.getByText('Invalid email address')).toBeHidden()
  await expect(reset(page)).toBeEnabled()
  await reset(page).click()
  await expectToast(page, promise('unknown@people.test'))
  await expect(page).toHaveURL('/login')

  await email(page).fill(` ${account.email} `)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expect(page).toHaveTitle('Forgot password · Health Console')
  await expect(email(page)).toHaveAttribute('autocomplete', 'username')
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveValue(account.email)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(email(page)).toHaveValue(account.email)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await reset(page).click()
  await expectToast(page, promise(account.email))
  await expect(page).toHaveURL('/login')
  await expect(email(page)).toHaveValue(account.email)

  const link = await mailedLink(page, subject, account.email)
  await scanLink(page, link)
  await openMail(page, subject, account.email)
  await linkInMail(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create new password')
  await expect(page).toHaveTitle('Create new password · Health Console')
  await expect(password(page)).toBeFocused()
  await expect(save(page)).toBeDisabled()

  await expect(page.locator('input[autocomplete=username]')).toHaveValue(account.email)
  for (const field of [password(page), confirm(page)])
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await password(page).fill('copper')
  await expect(page.getByText('Password strength: Weak')).toBeVisible()
  await confirm(page).fill('harbour')
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await password(page).fill(` ${newPassword}`)
  await confirm(page).fill(` ${newPassword}`)
  await expect(page.getByText('No spaces at the beginning or end')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await password(page).fill(newPassword)
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await confirm(page).fill(newPassword)
  await expect(save(page)).toBeEnabled()
  await save(page).click()
  await expectToast(page, 'Password reset successfully')
  await expect(page).toHaveURL('/login')

  await email(page).fill(account.email)
  await password(page).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await password(page).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('complementary').getByText(account.fullName)).toBeVisible()

  await openMail(page, 'Your Health Console password was changed', account.email)
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(deadLink)
})

test('an unreachable server is reported in the recovery form, which keeps the email address @faults', async ({
  page,
}) => {
  await page.goto('/forgot-password')
  await page.route('**/v1/auth/admin/forgot-password', (route) => route.abort())
  await email(page).fill('known@people.test')
  await reset(page).click()
  await expect(page.getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await expect(email(page)).toHaveValue('known@people.test')
  await expect(page).toHaveURL('/forgot-password')
})

test('[recovery-4] an invalid recovery link offers to request a new one', async ({ page }) => {
  for (const query of ['', '?id=nonsense']) {
    await page.goto(`/password-recovery${query}`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(password(page)).toHaveCount(0)
  }
  await expect(page.getByRole('alert')).toHaveText(deadLink)
  await page.getByRole('link', { name: 'Request a new link' }).click()
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
