import { linkInMail, mailedLink, openMail, scanLink } from './support/mails.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { subject, deadLink, newPassword, email, password, confirm, save, reset } from './support/recovery.ts'

const promise = (email: string) => `If a Health Console account exists for ${email}, a reset password link will be sent`

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
