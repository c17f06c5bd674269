import type { Page } from '@playwright/test'
import { openDialog, seeScreens } from './support/screen.ts'
import { addAdmin, invite, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

test.use({ serverOptions: { demo: false, settings: { MAIL_DELIVERY: 'off' } } })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const linkIn = async (page: Page) =>
  (
    await page
      .getByRole('dialog')
      .getByText(/\/invites\?id=/)
      .textContent()
  )?.replace(/^.*(?=\/invites)/, '') ?? ''

test('[admins-13] without email a super admin is shown each invitation link once', async ({
  page,
  browser,
  server,
}) => {
  const one = newAccount('Linked Person')
  const other = newAccount('Other Person')
  await signIn(page, server.admin)
  await page.goto('/admins')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('This console can’t send email')
  await page.getByLabel('Email addresses').fill(`${one.email}, ${other.email}`)
  await page.getByRole('button', { name: 'Send invites' }).click()
  const links = page.getByRole('dialog', { name: '2 invitation links' })
  await expect(links.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(links).toBeVisible()
  await links.getByRole('button', { name: 'Done' }).click()
  await expect(links).toBeHidden()
  await expect(row(page, one.email)).toContainText('Expires')
  await expect(row(page, one.email)).not.toContainText('could not be delivered')

  await page.getByRole('button', { name: `Resend invite to ${one.email}` }).click()
  await expect(page.getByRole('dialog', { name: 'Invitation link' })).toContainText(one.email)
  const link = await linkIn(page)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(shownToasts(page)).toEqual([])

  const theirs = await browser.newContext({ baseURL: server.url })
  const invitee = await theirs.newPage()
  await invitee.goto(link)
  await expect(invitee.getByText(`with ${one.email}`)).toBeVisible()
  await theirs.close()
})

test('without email an admin is told to ask a super admin for a new link', async ({ page, server }) => {
  const invited = newAccount('Waiting Person')
  await signIn(page, server.admin)
  await invite(page, [invited.email])
  await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
  await page.goto('/admins')
  await page.getByRole('button', { name: `Resend invite to ${invited.email}` }).click()
  await expectToast(page, 'This console can’t send email. Ask a super admin for a new link.', 'alert')
})

test('without email an admin who forgot the password is told to ask the system administrator', async ({ page }) => {
  await page.goto('/forgot-password')
  await expect(
    page.getByText('This console can’t send email. Ask your system administrator for a reset link.'),
  ).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('the texts that are shown instead of an email fit on a phone', async ({ page, server }) => {
  await seeScreens(page, server, [
    { name: 'forgotten password without email', isPublic: true, open: (p) => p.goto('/forgot-password') },
    {
      name: 'invitation links',
      open: async (p) => {
        await openDialog(p, '/admins', 'Invite')
        await p.getByLabel('Email addresses').fill('one.with.a.long.name@people.test, two@people.test')
        await p.getByRole('button', { name: 'Send invites' }).click()
        await expect(p.getByRole('dialog', { name: '2 invitation links' })).toBeVisible()
      },
    },
  ])
})
