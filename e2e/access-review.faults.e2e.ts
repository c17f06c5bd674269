import type { Page } from '@playwright/test'
import { ageSignIns } from './support/sessions.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

// The review counts everyone with access, so other tests must not add admins here.
test.use({ serverOptions: { demo: false, filledBy: 'access-review' } })

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review access' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Review access' })

test('[admins-12] a super admin reviews all admins, keeps the access of one, revokes that of another, and confirms the review', async ({
  page,
  server,
}) => {
  const [staying, leaving] = [newAccount('Staying Colleague'), newAccount('Leaving Colleague')]
  await addAdmin(server, staying)
  await addAdmin(server, leaving)
  await signIn(page, server.admin)
  await page.goto('/admins')
  await expect(page.getByText('Never reviewed')).toBeVisible()
  await reviewButton(page).click()
  await expect(dialog(page).getByText('2 decisions left')).toBeVisible()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: server.admin.email })).toContainText(
    'You can’t revoke your own access',
  )
  await expect(dialog(page).getByText('ask your system administrator')).toBeVisible()

  // This part works by keyboard.
  const decision = (name: string) =>
    dialog(page)
      .getByRole('group', { name: `Access of ${name}` })
      .getByRole('radio')
  await decision(staying.fullName).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  // The time of the last sign-in shows details when it has the focus.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByText(/keep 2, revoke 1\./)).toBeVisible()

  ageSignIns(server)
  await dialog(page).getByRole('button', { name: 'Confirm review and revoke 1' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm your password' })
    .getByLabel('Password', { exact: true })
    .fill(server.admin.password)
  await page.keyboard.press('Enter')
  const result = page.getByRole('dialog', { name: 'Access reviewed' })
  await expect(result.getByRole('definition')).toHaveText(['2', '1'])
  await result.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/^Last reviewed/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: staying.email })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: leaving.email })).toHaveCount(0)
  await page.goto('/audit?part=changes')
  await expect(
    page.getByRole('button', { name: new RegExp(`^\\d\\d:\\d\\d, ${server.admin.fullName} reviewed access$`) }),
  ).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, staying)
  await page.goto('/admins')
  await expect(page.getByRole('row').filter({ hasText: staying.email })).toBeVisible()
  await expect(reviewButton(page)).toHaveCount(0)
})
