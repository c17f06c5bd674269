import type { Page } from '@playwright/test'
import { addAuthenticator } from './support/authenticator.ts'
import { ageSignIns } from './support/sessions.ts'
import { signInThere, test } from './support/sign-on.ts'
import { invite } from './support/staff.ts'
import { expectToast } from './support/toasts.ts'
import { expect, signIn } from './support/test.ts'

test.use({ settings: { OIDC_SECOND_FACTOR: 'ours' } })

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue with Clinic Login' })

/** Clicks the button and signs in again in the window that opens and closes by itself. */
async function signInInWindow(page: Page, login: string) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const popup = await opened
  const closed = popup.waitForEvent('close')
  await signInThere(popup, login)
  await closed
}

test('[second-factor-9] an invited admin uses single sign-on to sign in, to renew an ended session and to confirm, and nothing typed is lost', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.accounts.set('grace', { email: 'grace@people.test', email_verified: true, name: 'Grace Hopper' })
  await signIn(page, server.admin)
  await invite(page, ['grace@people.test'], 'super_admin')
  await context.clearCookies()

  // A sign-in that is cancelled at the identity provider is reported on the sign-in page.
  await page.goto('/login?next=/admins')
  await continueButton(page).click()
  await page.getByText('[ Cancel ]').click()
  await expect(page.getByText('Signing in to Clinic Login was cancelled.')).toBeVisible()
  // The sign-in page still leads to the requested page.
  await expect(page).toHaveURL('/login?next=/admins')

  await continueButton(page).click()
  await signInThere(page, 'grace')
  await expectToast(page, 'Successfully logged in')
  await expect(page).toHaveURL(/\/admins$/)
  await expect(page.getByRole('complementary').getByText('Grace Hopper')).toBeVisible()

  // The session ends while a dialog is open.
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed Already')
  await context.clearCookies({ name: /^session/ })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await signInInWindow(page, 'grace')
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeHidden()
  await expect(page.getByRole('complementary').getByText('Typed Already')).toBeVisible()

  // Sensitive requests need another sign-in at the identity provider.
  ageSignIns(server)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Email').fill('hopper@people.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
  await signInInWindow(page, 'grace')
  await expectToast(page, 'A verification link has been sent to your new e-mail')
})

test('an admin with a passkey also confirms it in the console, and a user whom only the identity provider knows is not let in @faults', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.accounts.set('alan', { email: 'alan@people.test', email_verified: true, name: 'Alan Turing' })
  await signIn(page, server.admin)
  await invite(page, ['alan@people.test'])
  await context.clearCookies()
  await page.goto('/login?next=/admins')
  await continueButton(page).click()
  await signInThere(page, 'alan')
  await expect(page).toHaveURL(/\/admins$/)

  const authenticator = await addAuthenticator(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Key')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  // The sensor is not touched while the sign-in page offers passkeys.
  await authenticator.setPresent(false)
  await context.clearCookies()
  await page.goto('/login?next=/admins')
  await continueButton(page).click()
  await signInThere(page, 'alan')
  const text = page.getByText('Use your passkey to continue.')
  await expect(text).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/login?next=/admins')
  await continueButton(page).click()
  await expect(text).toBeVisible()
  await authenticator.setPresent(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectToast(page, 'Successfully logged in')
  await expect(page).toHaveURL(/\/admins$/)

  // A user whom only the identity provider knows is not let in.
  await authenticator.setPresent(false)
  provider.accounts.set('eve', { email: 'eve@people.test', email_verified: true })
  await context.clearCookies()
  await page.goto('/login')
  await continueButton(page).click()
  await signInThere(page, 'eve')
  await expect(page.getByText('Your Clinic Login account doesn’t have access to this console.')).toBeVisible()
})
