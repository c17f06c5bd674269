import type { Page } from '@playwright/test'
import { addAuthenticator } from './support/authenticator.ts'
import { openMail } from './support/mails.ts'
import { ageSignIns } from './support/sessions.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })
const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

async function openSecondFactor(page: Page) {
  await page.goto('/admins')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
}

/** @returns the dialog that shows the result of the browser's prompt */
async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  return dialog
}

async function typeCredentials(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await signInButton(page).click()
}

test('[second-factor-4] a passkey is added, signs an admin in with or without the password, confirms the admin’s identity, and is removed', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Passkey Person'))
  await signIn(page, account)
  const authenticator = await addAuthenticator(page)
  await openSecondFactor(page)
  await addPasskey(page, 'Work laptop')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(passkeys(page)).toHaveText([/^Work laptop.*not used yet/])
  await openMail(page, 'A passkey was added in Health Console', account.email)

  // The passkey is requested after the password. The sensor is not touched while the browser offers passkeys with the email.
  await authenticator.setPresent(false)
  await page.context().clearCookies()
  const offered = () => page.waitForResponse('**/v1/auth/admin/passkey-login/options')
  await Promise.all([offered(), page.goto('/login?next=/admins')])
  await typeCredentials(page, account)
  await expect(page.getByText(`Use your passkey to continue as ${account.email}.`)).toBeVisible()
  await expect(signInButton(page)).toBeFocused()
  await authenticator.setPresent(true)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Successfully logged in')
  await expect(page).toHaveURL(/\/admins$/)

  // The passkey also works without the password, because the browser offers it with the email.
  await page.request.post('/v1/auth/admin/logout')
  await page.goto('/login?next=/admins')
  await expect(page).toHaveURL(/\/admins$/)
  await expectToast(page, 'Successfully logged in')

  // The passkey confirms the admin's identity.
  await openSecondFactor(page)
  await expect(passkeys(page)).toHaveText([/^Work laptop.*last used/])
  ageSignIns(server)
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(confirmation.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Work laptop removed')
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused()
  await expect(page.getByText(/of 10 left/)).toHaveCount(0)
})

test('a passkey is renamed, can be used late and over a page whose session has ended, and is unknown once it is removed @faults', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Passkey Person'))
  await signIn(page, account)
  const authenticator = await addAuthenticator(page)
  await openSecondFactor(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await addPasskey(page, 'Work laptop')
  await page.getByRole('button', { name: 'I have saved them' }).click()

  // A device can have only one passkey. The name that was typed stays.
  await openSecondFactor(page)
  const second = await addPasskey(page, 'Once more')
  await expect(second.getByText('This device already has a passkey for your account.')).toBeVisible()
  await expect(second.getByLabel('Name')).toHaveValue('Once more')
  await second.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  // A pasted name that is too long is not cut without a word.
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Work laptop '.repeat(6))
  await page.keyboard.press('Enter')
  await expect(page.getByText('At most 60 characters')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Desk 👩‍🔬')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys(page)).toHaveText([/^Desk 👩‍🔬/u])

  // A challenge is valid for five minutes. An admin who takes longer gets another one.
  await authenticator.setPresent(false)
  await page.context().clearCookies()
  const offered = () => page.waitForResponse('**/v1/auth/admin/passkey-login/options')
  await page.clock.install()
  await Promise.all([offered(), page.goto('/login?next=/admins')])
  await Promise.all([offered(), page.clock.fastForward('05:00')])
  await typeCredentials(page, account)
  await expect(page.getByText(`Use your passkey to continue as ${account.email}.`)).toBeVisible()
  await authenticator.setPresent(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admins$/)

  // The passkey works in the dialog over a page whose session has ended. What was typed is saved after the sign-in.
  await authenticator.setPresent(false)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed Already')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(ended.getByText('Use your passkey to continue as')).toBeVisible()
  await authenticator.setPresent(true)
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await expect(ended).toBeHidden()
  await expect(page.getByRole('complementary').getByText('Typed Already')).toBeVisible()

  await openSecondFactor(page)
  await page.getByRole('button', { name: 'Remove Desk 👩‍🔬' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Desk 👩‍🔬 removed')

  // The authenticator still has the removed passkey. The console reports that it is unknown and does not offer it again.
  await page.request.post('/v1/auth/admin/logout')
  const options = '**/v1/auth/admin/passkey-login/options'
  await page.route(options, (route) => route.abort())
  await page.route(options, (route) => route.continue(), { times: 1 })
  await page.goto('/login')
  await expect(page.getByText('This passkey is unknown.')).toBeVisible()
})

test('a passkey that cannot be used keeps what was typed, at sign-in, in the dialog over a page, and at another host name @faults', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Lost Passkey'))
  await signIn(page, account)
  const authenticator = await addAuthenticator(page)
  await openSecondFactor(page)
  await addPasskey(page, 'Key')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(passkeys(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await authenticator.forgetPasskeys()

  // The session ends while the settings are open.
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Typed Already')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Use your passkey to continue as')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByText('The passkey prompt was closed or timed out.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('complementary').getByText('Typed Already')).toBeVisible()

  // The console is opened at another host name.
  const elsewhere = server.url.replace('localhost', '127.0.0.1')
  await page.request.post(`${elsewhere}/v1/auth/admin/login`, {
    data: { email: server.admin.email, password: server.admin.password },
  })
  await page.goto(`${elsewhere}/admins`)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  const rejected = await addPasskey(page, 'Here')
  await expect(rejected.getByText(`Passkeys don’t work at ${new URL(elsewhere).host}.`)).toBeVisible()
  await expect(rejected.getByLabel('Name')).toHaveValue('Here')
})
