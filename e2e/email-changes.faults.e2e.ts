import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { mailedLink, openMail, scanLink } from './support/mails.ts'
import { setSecondFactor } from './support/second-factor.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { subject, home, requestChange } from './support/email-changes.ts'

const deadLink = 'This link is no longer valid. Request a new one in Settings.'

const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo the change' })

test('[email-change-7] after a change in another browser, a dialog over the page asks for the new email address', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Moving Person'))
  const next = newAccount('Moved Person').email
  await signIn(page, account)
  await requestChange(page, next)
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await other.goto(await mailedLink(other, subject, next))
  await expect(other).toHaveURL('/login')
  await elsewhere.close()

  await page.getByRole('link', { name: 'Admins' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog.getByLabel('Email')).toHaveValue(account.email)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'The email address of this account has changed. Sign in with the new one.',
  )
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(next)
  await expect(dialog.getByRole('alert')).toBeEmpty()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').getByText(next)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Admins')
})

test('[email-change-8] after the change is confirmed in the same browser, the session continues with the new email address, in other tabs too', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Staying Person'))
  const next = newAccount('Stayed Person').email
  await signIn(page, account)
  await requestChange(page, next)
  const tab = await page.context().newPage()
  await tab.goto('/')
  await expect(tab.getByRole('complementary').getByText(account.email)).toBeVisible()
  const link = await mailedLink(page, subject, next)
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(
    'Email changed successfully. All other sessions were signed out; use the new address to sign in.',
  )
  await expectToast(page, 'Email changed successfully')
  await expect(page).toHaveURL('/')
  for (const each of [page, tab]) await expect(each.getByRole('complementary').getByText(next)).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/change-email/)

  // The link is single-use.
  await page.goto(link)
  await expectToast(page, deadLink, 'alert')
})

test('[email-change-1] [email-change-2] the confirmation page shows that it is loading and can be left, and an invalid link shows the server’s message', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/auth/admin/email', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/change-email?id=nonsense')
  await expect(page.getByRole('status').filter({ hasText: 'loading...' })).toBeVisible()
  await expectNoAxeViolations(page)
  await home(page).click()
  await expect(page).toHaveURL('/login')
  release()
  await expect(page.getByText(deadLink)).toHaveCount(0)
  await page.unrouteAll()

  await page.goto('/change-email?id=nonsense')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(deadLink)
  await expectToast(page, deadLink, 'alert')
  await expect(page).toHaveURL('/login')
})

/** Requests a change and confirms it in the same browser. @returns the link in the email to the previous address */
async function change(page: Page, before: string, next: string): Promise<string> {
  await requestChange(page, next)
  await page.goto(await mailedLink(page, subject, next))
  await expectToast(page, 'Email changed successfully')
  return mailedLink(page, 'Your Health Console email address was changed', before)
}

test('[email-change-3] the owner of the previous email address gets the account back with a new password', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Robbed Person'))
  await signIn(page, account)
  const link = await change(page, account.email, newAccount('Robber').email)
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await scanLink(other, link)
  await other.goto(link)
  await expect(other).toHaveTitle('Undo email change · Health Console')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Undo email change')
  await expect(other.getByText(`This gives the account back to ${account.email}.`)).toBeVisible()
  await expectNoAxeViolations(other)
  await other.getByRole('link', { name: 'Health Console' }).focus()
  await other.keyboard.press('Tab')
  await expect(undoButton(other)).toBeFocused()
  await other.keyboard.press('Enter')
  await expect(other.getByText(`We’ve emailed a link to set a new password to ${account.email}.`)).toBeVisible()
  await expect(undoButton(other)).toHaveCount(0)
  await expectNoAxeViolations(other)
  await other.reload()
  await expect(other.getByRole('alert')).toHaveText('This link is no longer valid. Contact a super admin.')
  await expect(undoButton(other)).toHaveCount(0)
  await expectNoAxeViolations(other)

  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await other.goto(await mailedLink(other, 'Reset your Health Console password', account.email))
  await other.getByLabel('Password', { exact: true }).fill('Copper-Harbour-2051')
  await other.getByLabel('Confirm password').fill('Copper-Harbour-2051')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other).toHaveURL('/login')
  await other.getByLabel('Email').fill(account.email)
  await other.getByLabel('Password', { exact: true }).fill('Copper-Harbour-2051')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('complementary').getByText(account.email)).toBeVisible()

  // An invalid link undoes nothing.
  for (const query of ['', '?id=nonsense']) {
    await other.goto(`/undo-email-change${query}`)
    await expect(other.getByRole('alert')).toHaveText('This link is no longer valid. Contact a super admin.')
    await expect(undoButton(other)).toHaveCount(0)
  }
  await elsewhere.close()
})

test('when the undo removes the last second factor, a super admin lets the admin in again', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Doubly Robbed'))
  await signIn(page, account)
  await setSecondFactor(page)
  const link = await change(page, account.email, newAccount('Other Robber').email)
  await page.goto(link)
  await undoButton(page).click()
  await expect(page.getByText('We’ve emailed a link to set a new password to')).toBeVisible()
  const password = 'Copper-Harbour-2051'
  await page.goto(await mailedLink(page, 'Reset your Health Console password', account.email))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/login')
  const typeCredentials = async () => {
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await typeCredentials()
  await expect(
    page.getByText('If you don’t have a recovery code, ask a super admin to reset your two-step sign-in.'),
  ).toBeVisible()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await expectNoAxeViolations(page)

  const elsewhere = await browser.newContext({ baseURL: server.url })
  const boss = await elsewhere.newPage()
  await signIn(boss, server.admin)
  await openMail(boss, `Action needed: ${account.fullName} is locked out of Health Console`, server.admin.email)
  await boss.goto('/admins')
  await boss.getByRole('button', { name: `${account.fullName}’s sessions` }).click()
  await boss.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await boss.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(boss.getByText(`${account.fullName}’s two-step sign-in was reset`)).toBeVisible()
  await elsewhere.close()

  await page.goto('/login')
  await typeCredentials()
  await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible()
})

test('an email address that now belongs to another account and an unreachable server are reported beside the button', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Unlucky Person'))
  await signIn(page, account)
  const link = await change(page, account.email, newAccount('Unlucky Person').email)
  await addAdmin(server, account)
  await page.goto(link)
  await page.route('**/email/undo', (route) => route.abort())
  await undoButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await page.unroute('**/email/undo')
  await undoButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    `${account.email} now belongs to another account. Contact a super admin.`,
  )
  await expect(undoButton(page)).toBeEnabled()
  await expectNoAxeViolations(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the page to undo a change of email address fits on a phone', async ({ page, server }) => {
    const account = await addAdmin(server, newAccount('Narrow Person'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, account)
    const link = await change(page, account.email, newAccount('Narrow Person').email)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(link)
    await expect(undoButton(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectNoAxeViolations(page)
  })
})
