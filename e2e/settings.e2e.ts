import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { openMail } from './support/mails.ts'
import { endSession } from './support/sessions.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const newPassword = 'Copper-Harbour-2051'

const opener = (page: Page) => page.getByRole('button', { name: 'Settings' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
const name = (page: Page) => settings(page).getByLabel('Name')
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Change e-mail?' })
const passwordButton = (page: Page) => page.getByRole('button', { name: 'Change password' })
const passwordDialog = (page: Page) => page.getByRole('dialog', { name: 'Change password' })

async function openSettings(page: Page) {
  await page.goto('/admins')
  await opener(page).click()
  await expect(settings(page)).toBeVisible()
}

async function openPassword(page: Page) {
  await openSettings(page)
  await passwordButton(page).click()
  await expect(passwordDialog(page)).toBeVisible()
}

test('[settings-1] [settings-7] Save is enabled only after a change and with a name, and Escape closes the inner dialog, then the outer one, and asks before typed text is lost', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await openSettings(page)
  await expect(name(page)).toBeFocused()
  await expect(name(page)).toHaveValue(server.admin.fullName)
  await expect(email(page)).toHaveValue(server.admin.email)
  await expect(settings(page).getByText(/^Version \d+\.\d+\.\d+, supported until \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(name(page)).toHaveAttribute('autocomplete', 'name')
  await expect(email(page)).toHaveAttribute('autocomplete', 'email')
  await expect(save(page)).toBeDisabled()

  await name(page).fill(` ${server.admin.fullName}  `)
  await expect(save(page)).toBeDisabled()
  await name(page).fill('   ')
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await name(page).fill('Two\u2028lines')
  await expect(page.getByText('Line breaks and control characters are not allowed')).toBeVisible()
  await name(page).fill('Another Name')
  await expect(save(page)).toBeEnabled()
  await name(page).fill(server.admin.fullName)
  await expect(save(page)).toBeDisabled()

  await email(page).fill('nothing')
  await save(page).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(question(page)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(settings(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  await opener(page).click()
  await passwordButton(page).click()
  await page.getByLabel('New password').fill('Winter')
  await page.keyboard.press('Escape')
  const discard = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(discard.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(discard).toBeHidden()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expect(page.getByLabel('New password')).toHaveValue('Winter')
  // A reload asks, too.
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const reload = await asked
  expect(reload.type()).toBe('beforeunload')
  await reload.dismiss()
  await expect(page.getByLabel('New password')).toHaveValue('Winter')
  await page.keyboard.press('Escape')
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect(passwordDialog(page)).toBeHidden()
  await expect(settings(page)).toBeVisible()
  await expect(passwordButton(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeHidden()
})

test('[settings-2] [settings-3] [settings-4] [settings-10] a new name is saved immediately and shown everywhere, and a new email address needs a confirmation and must not belong to another account', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Maiden Name'))
  await signIn(page, account)
  const tab = await page.context().newPage()
  await tab.goto('/')
  await expect(tab.getByRole('complementary').getByText('Maiden Name')).toBeVisible()
  await page.bringToFront()
  await openSettings(page)
  await name(page).fill('  Married Łukaszewicz ')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Name changed successfully')
  await expect(settings(page)).toBeHidden()
  for (const each of [page, tab])
    await expect(each.getByRole('complementary').getByText('Married Łukaszewicz')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Married Łukaszewicz' })).toContainText('You')
  await page.reload()
  await expect(page.getByRole('complementary').getByText('Married Łukaszewicz')).toBeVisible()

  // A name that was changed elsewhere is shown when the window gets the focus again.
  await page.request.patch('/v1/admins/me', { data: { fullName: 'Third Name' } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('complementary').getByText('Third Name')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Third Name' })).toContainText('You')

  await tab.close()
  await test.step('a change of only the letter case of the email address is saved immediately and sends no email', async () => {
    const [local = '', domain] = account.email.split('@')
    // The domain is stored in lower case.
    const next = `${local.toUpperCase()}@${domain}`
    await opener(page).click()
    await email(page).fill(account.email.toUpperCase())
    await save(page).click()
    await expectToast(page, 'Email changed successfully')
    await expect(question(page)).toHaveCount(0)
    await expect(settings(page)).toBeHidden()
    await expect(page.getByRole('complementary').getByText(next, { exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'You' })).toContainText(next)
    await opener(page).click()
    await expect(settings(page).getByLabel('Email')).toHaveValue(next)
    await expect(settings(page).getByText('We sent a link')).toHaveCount(0)
  })
  await test.step('an email address that belongs to another admin is reported under its field', async () => {
    await email(page).fill(server.admin.email)
    await save(page).click()
    await question(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(question(page)).toBeHidden()
    await expect(page.getByText('Belongs to another account')).toBeVisible()
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(email(page)).toBeFocused()
  })
  await test.step('a new email address needs a confirmation, and a new name is saved before that', async () => {
    const next = newAccount('Both Changed').email
    await name(page).fill('Both Renamed')
    await email(page).fill(next)
    await save(page).click()
    await expectToast(page, 'Name changed successfully')
    await expect(question(page)).toContainText(`A confirmation link will be sent to ${next}.`)
    await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(settings(page)).toBeHidden()

    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(settings(page)).toBeVisible()
    await expect(email(page)).toHaveValue(next)
    await expect(page.getByRole('complementary', { includeHidden: true }).getByText('Both Renamed')).toBeVisible()

    await save(page).click()
    await question(page).getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'A verification link has been sent to your new e-mail')
    await expect(settings(page)).toBeHidden()
    await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible()

    await opener(page).click()
    await expect(settings(page).getByText(`We sent a link to ${next}.`)).toBeVisible()
    await expect(email(page)).toHaveAccessibleDescription(/the link below stops working\.$/)
    await page.getByRole('button', { name: 'Cancel change' }).click()
    await expectToast(page, 'Email change cancelled')
    await expect(settings(page).getByText('We sent a link')).toHaveCount(0)
    await expect(email(page)).toHaveAccessibleDescription('A confirmation link will be sent to the new address.')
    await expect(email(page)).toBeFocused()
  })
})

test('a confirmation that fails stays open and says why @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  await openSettings(page)
  await page.route('**/v1/auth/admin/email', (route) => route.abort())
  await email(page).fill(newAccount('Never Sent').email)
  await save(page).click()
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page).getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(settings(page)).toBeVisible()
  await save(page).click()
  await expect(question(page)).toBeVisible()
  await expect(question(page).getByRole('alert')).toHaveCount(0)
})

test('a name that could not be saved is reported in the settings dialog @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  await openSettings(page)
  await page.route('**/v1/admins/me', (route) => route.abort())
  await name(page).fill('Never Saved')
  await save(page).click()
  await expect(settings(page).getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await expect(name(page)).toHaveValue('Never Saved')
  await expect(save(page)).toBeEnabled()
})

test('[settings-5] [settings-8] [settings-9] a changed password, also when the session ends in the meantime, ends the other sessions and a pending change of email address', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Careful Person'))
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await signIn(other, account)
  await signIn(page, account)
  const pending = newAccount('Pending Address').email
  await page.request.post('/v1/auth/admin/email', { data: { newEmail: pending } })
  await openPassword(page)
  const cancels = `This also cancels the change of your email address to ${pending}.`
  await expect(passwordDialog(page).getByText(cancels)).toBeVisible()
  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  await expect(current).toBeFocused()
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(next).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(account.email)
  await expect(save(page)).toBeDisabled()

  await current.fill('not the right one')
  await next.fill('Winter')
  await expect(page.getByText('Password strength: Medium')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await next.fill(`${newPassword} `)
  await expect(page.getByText('No spaces at the beginning or end')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await next.fill('Passw0rd2026')
  await expect(page.getByText('Password strength: Strong')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('This password is too common: it’s based on “password”. Choose another.')).toBeVisible()
  await expect(page.getByText('Password strength: Medium')).toBeVisible()
  await next.fill(newPassword)
  await expect(page.getByText('Password strength: Strong')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('The current password is incorrect.')).toBeVisible()
  await expect(current).toBeFocused()

  await current.fill(account.password)
  await save(page).click()
  await expectToast(page, 'Password changed successfully')
  await expect(passwordDialog(page)).toBeHidden()
  await expect(passwordButton(page)).toBeFocused()
  await expect(settings(page).getByText(pending)).toHaveCount(0)

  expect((await other.request.get('/v1/auth/admin/me')).status()).toBe(401)
  expect((await page.request.get('/v1/auth/admin/me')).status()).toBe(200)
  await signIn(other, { ...account, password: newPassword })
  await openMail(other, 'Your Health Console password was changed', account.email)
  await elsewhere.close()

  await test.step('when the session ends under the dialogs, the admin signs in over them, and the typed password is saved after that', async () => {
    await passwordButton(page).click()
    await current.fill(newPassword)
    await next.fill(account.password)
    await endSession(page)
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectToast(page, 'Password changed successfully')
  })
})

test('[session-9] an admin’s sessions are listed and can be signed out one by one or all together @faults', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Many Browsers'))
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const elsewhere = await browser.newContext({ baseURL: server.url, userAgent })
  const other = await elsewhere.newPage()
  await signIn(other, account)
  await signIn(page, account)
  await openSettings(page)
  await page.getByRole('button', { name: 'Your sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your sessions' })
  const rows = dialog.getByRole('listitem')
  // Accepting the invitation also began a session.
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(/Chrome on Linux.*127\.0\.0\.1.*This browser/)
  await expect(rows.first().getByRole('button')).toHaveCount(0)

  await rows
    .filter({ hasText: 'Firefox on Windows' })
    .getByRole('button', { name: /^Sign out of Firefox on Windows/ })
    .click()
  await expectToast(page, 'Signed out of Firefox on Windows')
  await expect(rows).toHaveCount(2)
  await expect(dialog).toBeFocused()
  expect((await other.request.get('/v1/auth/admin/me')).status()).toBe(401)

  await signIn(other, account)
  await dialog.getByRole('button', { name: 'Sign out of all other sessions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'Signed out everywhere else')
  await expect(rows).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Sign out of all other sessions' })).toHaveCount(0)
  expect((await other.request.get('/v1/auth/admin/me')).status()).toBe(401)
  expect((await page.request.get('/v1/auth/admin/me')).status()).toBe(200)

  // The settings, from which the dialog was opened, are still open below it.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(settings(page).getByRole('button', { name: 'Your sessions' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeHidden()

  // A super admin does the same for another admin, whose access stays.
  await signIn(other, account)
  await signIn(page, server.admin)
  await page.goto('/admins')
  await page.getByRole('button', { name: `${account.fullName}’s sessions` }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, `${account.fullName} was signed out everywhere`)
  await expect(page.getByText('This admin isn’t signed in anywhere.')).toBeVisible()
  expect((await other.request.get('/v1/auth/admin/me')).status()).toBe(401)
  await signIn(other, account)
  await elsewhere.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('on a phone the settings open from the drawer @faults', async ({ page, server }) => {
    await signIn(page, server.admin)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await opener(page).click()
    await expect(settings(page)).toBeVisible()
    await expect(name(page)).toBeFocused()
    await expectNoAxeViolations(page)
    await passwordButton(page).click()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(settings(page)).toBeHidden()
  })
})
