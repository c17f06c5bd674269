import type { Page } from '@playwright/test'
import { mailedLink, openMail } from './support/mails.ts'
import { signInThere, test } from './support/sign-on.ts'
import { expectToast } from './support/toasts.ts'
import { expect } from './support/test.ts'

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue with Clinic Login' })

test.use({ settings: { OIDC_ONLY: '1', OIDC_EMERGENCY_ADMINS: 'ada@console.test' } })

test('[second-factor-11] where single sign-on is the only method, a password sign-in is for emergencies and all super admins are emailed', async ({
  page,
  context,
  server,
  provider,
}) => {
  await page.goto('/login')
  await expect(continueButton(page)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('button', { name: 'Emergency access' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(server.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectToast(page, 'Successfully logged in')
  await openMail(page, 'Emergency access to Health Console', server.admin.email)

  // An invitation does not ask for a password.
  const printed = await server.runConsole(['create-admin', '--email', 'alan@people.test', '--role', 'admin'])
  provider.accounts.set('alan', { email: 'alan@people.test', email_verified: true, name: 'Alan Turing' })
  await context.clearCookies()
  await page.goto(/https?:\S+/.exec(printed)?.[0] ?? '')
  await expect(page.getByText('alan@people.test')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await continueButton(page).click()
  await signInThere(page, 'alan')
  await expect(page.getByRole('complementary').getByText('Alan Turing')).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Sessions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)

  // The page to undo a change of email address does not promise a new password.
  await page.getByLabel('Email').fill('thief@people.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog', { name: 'Change e-mail?' }).getByRole('button', { name: 'Confirm' }).click()
  await page.goto(await mailedLink(page, 'Confirm your new email address for Health Console', 'thief@people.test'))
  await expectToast(page, 'Email changed successfully')
  await page.goto(await mailedLink(page, 'Your Health Console email address was changed', 'alan@people.test'))
  await expect(page.getByText('You can then sign in with Clinic Login.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('Change undone. Sign in with Clinic Login.')).toBeVisible()
})
