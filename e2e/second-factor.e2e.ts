import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { codeAt } from '../server/testing/sessions/totp.ts'
import { openMail } from './support/mails.ts'
import { earlierCode, setSecondFactor } from './support/second-factor.ts'
import { ageSignIns, endSession } from './support/sessions.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const code = (page: Page) => page.getByLabel('Code', { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })

async function typeCredentials(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await signInButton(page).click()
}

/** Reads the key in the dialog, as an admin does whose phone cannot scan the QR code. */
async function readKey(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const text = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return (text ?? '').replaceAll(' ', '')
}

test('[second-factor-1] a second factor is set up in the settings, required at sign-in, and turned off', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Two Factors'))
  await signIn(page, account)
  await page.goto('/admins')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const key = await readKey(page)
  await expect(code(page)).toBeFocused()
  await code(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t correct. Enter the current code from your app.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(async () => {
    if (await code(page).isVisible()) {
      await code(page).fill(earlierCode(key), { timeout: 1_000 })
      await page.keyboard.press('Enter')
    }
    await expect(codes).toHaveCount(10, { timeout: 5_000 })
  }).toPass()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const recoveryCodes = await codes.allTextContents()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCodes.join('\n'))
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await page.keyboard.press('Escape')
  await openMail(page, 'Two-step sign-in was turned on in Health Console', account.email)

  // At sign-in the second step replaces the form, and Back returns to it.
  await page.context().clearCookies()
  await page.goto('/login?next=/admins')
  await typeCredentials(page, account)
  await expect(code(page)).toBeFocused()
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(signInButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await signInButton(page).click()
  await code(page).fill('000000')
  await signInButton(page).click()
  await expect(page.getByText('That code isn’t correct. Enter the current code from your app.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  await code(page).fill(codeAt(key, Date.now()))
  await signInButton(page).click()
  await expectToast(page, 'Successfully logged in')
  await expect(page).toHaveURL(/\/admins$/)

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Two-step sign-in turned off')
  await expect(page.getByRole('button', { name: 'Set up the authenticator app' })).toBeVisible()
})

test('a trusted browser needs no code for 30 days, a recovery code works in another one, and new codes replace them @faults', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Trusting Person'))
  await signIn(page, account)
  const { secret, recoveryCodes } = await setSecondFactor(page)
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await page.context().clearCookies()
  await page.goto('/login?next=/admins')
  await typeCredentials(page, account)
  await code(page).fill(codeAt(secret, Date.now()))
  await page.getByLabel('Trust this browser for 30 days').check()
  await signInButton(page).click()
  await expectToast(page, 'Successfully logged in')

  // This browser is trusted. In another browser a recovery code can be used.
  await page.request.post('/v1/auth/admin/logout')
  await page.goto('/login')
  await typeCredentials(page, account)
  await expectToast(page, 'Successfully logged in')
  await page.context().clearCookies()
  await page.goto('/login')
  await typeCredentials(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await signInButton(page).click()
  await expectToast(page, 'Successfully logged in')

  await page.goto('/admins')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
})

test('an ended session is renewed with a code over the page, and a code confirms the admin’s identity @faults', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Ended Session'))
  await signIn(page, account)
  const { secret, recoveryCodes } = await setSecondFactor(page)
  await page.goto('/admins')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed Already')
  await endSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeFocused()
  await code(page).fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('complementary').getByText('Typed Already')).toBeVisible()

  ageSignIns(server)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await page.getByRole('button', { name: 'Replace' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByRole('button', { name: 'Use a code' }).click()
  await confirmation.getByLabel('Code').fill('000000')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation.getByText('That code isn’t correct.')).toBeVisible()
  await confirmation.getByLabel('Code').fill(recoveryCodes[0] ?? '')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation).toBeHidden()
  await readKey(page)
})

test('[second-factor-6] a super admin resets the second factor of an admin who has lost it @faults', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Lost Phone'))
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await signIn(other, account)
  await setSecondFactor(other)
  await signIn(page, server.admin)
  await page.goto('/admins')
  await page.getByRole('button', { name: `${account.fullName}’s sessions` }).click()
  await page.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  const question = page.getByRole('alertdialog', { name: 'Reset two-step sign-in?' })
  await question.getByRole('button', { name: 'Reset' }).click()
  await expectToast(page, `${account.fullName}’s two-step sign-in was reset`)
  await expect(page.getByText('This admin isn’t signed in anywhere.')).toBeVisible()
  expect((await other.request.get('/v1/auth/admin/me')).status()).toBe(401)
  await signIn(other, account)
  await openMail(page, `${account.fullName}’s two-step sign-in was reset in Health Console`, server.admin.email)
  await page.goto('/admins')
  await page.getByRole('button', { name: `${account.fullName}’s sessions` }).click()
  await page.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await question.getByRole('button', { name: 'Reset' }).click()
  await expect(question.getByText(`${account.fullName} hasn’t set up two-step sign-in.`)).toBeVisible()
  await elsewhere.close()
})
