import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { ageSignIns, endSession } from './support/sessions.ts'
import { addAdmin, invite, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your password' })
const password = (page: Page) => dialog(page).getByLabel('Password', { exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function confirm(page: Page, input: string) {
  await password(page).fill(input)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
}

test('[session-11] a change of email address continues after the password is confirmed, keeps the entered text, and leaves other tabs signed in', async ({
  page,
  context,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Careful Person'))
  const next = newAccount('Careful Person').email
  await signIn(page, account)
  const tab = await context.newPage()
  await tab.goto('/')
  await page.bringToFront()
  await page.goto('/')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Email').fill(next)
  await page.getByRole('button', { name: 'Save' }).click()
  ageSignIns(server)
  const question = page.getByRole('alertdialog', { name: 'Change e-mail?' })
  await question.getByRole('button', { name: 'Confirm' }).click()

  await expect(dialog(page)).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByText('A verification link')).toHaveCount(0)

  // Cancelling leaves everything as it was.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(question).toContainText(`A confirmation link will be sent to ${next}.`)
  await expect(question.getByRole('alert')).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Password is required')).toBeVisible()
  await password(page).fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('The current password is incorrect.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await confirm(page, account.password)
  await expectToast(page, 'A verification link has been sent to your new e-mail')
  await expect(question).toBeHidden()

  // The password is not requested again for ten minutes.
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Email').fill(newAccount('Careful Person').email)
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'A verification link has been sent to your new e-mail')

  await tab.getByRole('link', { name: 'Admins' }).click()
  await expect(row(tab, account.email)).toContainText('You')
  await expect(tab.getByRole('dialog')).toHaveCount(0)
})

test('inviting requires the password and keeps the entered list, and resending, cancelling and revoking require it too', async ({
  page,
  server,
}) => {
  const colleague = await addAdmin(server, newAccount('Leaving Colleague'))
  const boss = newAccount('Next Boss').email
  await signIn(page, server.admin)
  await page.goto('/admins')
  ageSignIns(server)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invites = page.getByRole('dialog', { name: 'Invite admins' })
  await invites.getByRole('radio', { name: 'Super admin' }).check({ force: true })
  await invites.getByLabel('Email addresses').fill(boss)
  await invites.getByRole('button', { name: 'Send invites' }).click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(invites.getByLabel('Email addresses')).toHaveValue(boss)
  await expect(invites.getByRole('radio', { name: 'Super admin' })).toBeChecked()
  await expect(invites.getByRole('alert')).toHaveText('')
  await expect(row(page, boss)).toHaveCount(0)
  await invites.getByRole('button', { name: 'Send invites' }).click()
  await confirm(page, server.admin.password)
  await expect(row(page, boss)).toContainText('Super admin')

  ageSignIns(server)
  await row(page, boss).getByRole('button', { name: 'Resend invite' }).click()
  await confirm(page, server.admin.password)
  await expectToast(page, 'Invite successfully resent')

  ageSignIns(server)
  await row(page, boss).getByRole('button', { name: 'Cancel invite' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invite' }).click()
  await confirm(page, server.admin.password)
  await expectToast(page, `Invitation for ${boss} cancelled`)

  ageSignIns(server)
  await row(page, colleague.email).getByRole('button', { name: 'Revoke access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await confirm(page, server.admin.password)
  await expectToast(page, `Successfully revoked access of ${colleague.fullName}`)
  await expect(row(page, colleague.email)).toHaveCount(0)
})

test('after too many wrong passwords the dialog shows the waiting time', async ({ page, server }) => {
  const account = await addAdmin(server, newAccount('Forgetful Person'))
  await signIn(page, account)
  await page.goto('/')
  ageSignIns(server)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Email').fill(newAccount('Forgetful Person').email)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  for (let n = 0; n < 5; n += 1)
    await page.request.post('/v1/auth/admin/confirm', { data: { password: 'not-the-password' } })
  await password(page).fill('not-the-password')
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(
      dialog(page)
        .getByRole('alert')
        .filter({ hasText: /Try again in \d+ seconds?\./ }),
    ).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await expect(password(page)).toHaveValue('not-the-password')
  await expectNoAxeViolations(page)
})

test('when the session ends while the password is requested, signing in continues the action', async ({
  page,
  server,
}) => {
  const [boss, invited] = [
    await addAdmin(server, newAccount('Slow Boss'), 'super_admin'),
    newAccount('Patient Invitee').email,
  ]
  await signIn(page, boss)
  await invite(page, [invited], 'super_admin')
  await page.goto('/admins')
  ageSignIns(server)
  await row(page, invited).getByRole('button', { name: 'Cancel invite' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invite' }).click()
  await expect(dialog(page)).toBeVisible()
  await endSession(page)
  await password(page).fill(boss.password)
  await page.keyboard.press('Enter')

  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog(page)).toBeHidden()
  await ended.getByLabel('Password', { exact: true }).fill(boss.password)
  await page.keyboard.press('Enter')
  await expect(ended).toBeHidden()
  await expectToast(page, `Invitation for ${invited} cancelled`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the password dialog fits on a phone', async ({ page, server }) => {
    const invited = newAccount('Small Screen').email
    await signIn(page, server.admin)
    await invite(page, [invited], 'super_admin')
    await page.goto('/admins')
    ageSignIns(server)
    await page.getByRole('button', { name: `Actions for ${invited}` }).click()
    await page.getByRole('button', { name: 'Cancel invite' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invite' }).click()
    await expect(password(page)).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await confirm(page, server.admin.password)
    await expectToast(page, `Invitation for ${invited} cancelled`)
  })
})
