import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { linkInMail, mailedLink, openMail, scanLink } from './support/mails.ts'
import { invite, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const subject = 'Your invitation to Health Console'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const name = (page: Page) => page.getByLabel('Name')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const confirm = (page: Page) => page.getByLabel('Confirm password')
const create = (page: Page) => page.getByRole('button', { name: 'Create account' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function fill(page: Page, account: { fullName: string; password: string }) {
  await name(page).fill(account.fullName)
  await password(page).fill(account.password)
  await confirm(page).fill(account.password)
}

test('[invitation-1] an invited admin follows the emailed link, creates an account and sees the users list', async ({
  page,
  browser,
  server,
}) => {
  const eniola = newAccount('Eniola Oyelaran')
  const second = newAccount('Second Person')
  await signIn(page, server.admin)
  await page.goto('/admins')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Email addresses').fill(`${eniola.email},  ${second.email}`)
  await page.getByRole('button', { name: 'Send invites' }).click()
  await expectToast(page, 'Invite successfully sent')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row(page, eniola.email)).toContainText('Invite pending')
  await expect(row(page, second.email)).toContainText('Invite pending')
  await expect(row(page, eniola.email)).toContainText(/Expires \d+ \w+ \d{4}/)

  const theirs = await browser.newContext({ baseURL: server.url })
  const invitee = await theirs.newPage()
  const link = await mailedLink(invitee, subject, eniola.email)
  await scanLink(invitee, link)
  await scanLink(invitee, link)
  await openMail(invitee, subject, eniola.email)
  await linkInMail(invitee).click()

  await expect(heading(invitee)).toHaveText('Complete your profile')
  await expect(invitee).toHaveTitle('Complete your profile · Health Console')
  await expect(invitee.getByText(`with ${eniola.email}`)).toBeVisible()
  await expect(invitee.getByLabel('Name')).toBeFocused()
  await fill(invitee, eniola)
  await create(invitee).click()
  await expect(invitee).toHaveURL('/')
  await expect(invitee.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(invitee.getByRole('complementary').getByText(eniola.fullName)).toBeVisible()

  await page.reload()
  await expect(row(page, eniola.email)).toContainText(eniola.fullName)
  await expect(row(page, eniola.email)).not.toContainText('Invite pending')

  await invitee.goto(link)
  await expect(invitee.getByRole('alert')).toHaveText('Invitation not exist or expired')
  await theirs.close()
})

test('[invitation-7] a resent invitation invalidates the earlier link @faults', async ({ page, browser, server }) => {
  const second = newAccount('Second Person')
  await signIn(page, server.admin)
  await invite(page, [second.email])
  await page.goto('/admins')
  const theirs = await browser.newContext({ baseURL: server.url })
  const invitee = await theirs.newPage()
  const first = await mailedLink(invitee, subject, second.email)
  await row(page, second.email).getByRole('button', { name: 'Resend invite' }).click()
  await expectToast(page, 'Invite successfully resent')
  await expect(async () => expect(await mailedLink(invitee, subject, second.email)).not.toBe(first)).toPass()
  const newest = await mailedLink(invitee, subject, second.email)
  await invitee.goto(first)
  await expect(invitee.getByRole('alert')).toHaveText('Invitation not exist or expired')
  await invitee.goto(newest)
  await expect(invitee.getByText(`with ${second.email}`)).toBeVisible()
  await theirs.close()
})

test('[invitation-2] [invitation-4] [invitation-10] the invitation form shows that it is loading, what is missing and why a password is rejected, and works with only the keyboard', async ({
  page,
  server,
}) => {
  const account = newAccount('Valentina Guessable')
  await signIn(page, server.admin)
  await invite(page, [account.email])
  const link = await mailedLink(page, subject, account.email)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/admin-invites/*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(link)
  await expect(page.getByRole('status').filter({ hasText: 'loading...' })).toBeVisible()
  release()
  await expect(page.getByText(`with ${account.email}`)).toBeVisible()
  await expect(page.getByText('loading...')).toBeHidden()
  await expect(create(page)).toBeDisabled()
  await expect(
    page.getByText(`You’re signed in as ${server.admin.fullName} (${server.admin.email}). Creating this account`),
  ).toContainText(`and sign you in as ${account.email}.`)
  await expect(name(page)).toHaveAttribute('autocomplete', 'name')
  for (const field of [password(page), confirm(page)])
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(account.email)

  await name(page).fill('x')
  await name(page).fill('  ')
  await expect(page.getByText('Name is required')).toBeVisible()
  await name(page).fill(`  ${account.fullName} `)
  await expect(page.getByText('Name is required')).toBeHidden()

  await expect(page.getByText('Password strength:')).toBeHidden()
  await password(page).fill('w')
  await expect(page.getByText('Password strength: Weak')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    'At least 10 characters',
    'At least 1 uppercase letter',
    'At least 1 number',
  ])
  await password(page).fill('Winter')
  await expect(page.getByText('Password strength: Medium')).toBeVisible()
  await password(page).fill('Winterberry')
  await expect(page.getByText('Password strength: Strong')).toBeVisible()
  await expect(create(page)).toBeDisabled()
  await password(page).fill(account.password)
  await expect(page.getByText('Your password must contain:')).toBeHidden()

  await confirm(page).fill('something else')
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await expect(confirm(page)).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)
  await confirm(page).fill(account.password)
  await expect(page.getByText('Passwords must match')).toBeHidden()
  await expect(create(page)).toBeEnabled()

  await password(page).fill(`${account.password} `)
  await confirm(page).fill(`${account.password} `)
  await expect(page.getByText('No spaces at the beginning or end')).toBeVisible()
  await expect(create(page)).toBeDisabled()

  await fill(page, { ...account, password: 'Valentina-1984' })
  await create(page).click()
  await expect(page.getByText(/^Your password can’t contain “[^”]+”, which is in your name\.$/)).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(name(page)).toHaveValue(account.fullName)

  for (const field of [confirm(page), password(page), name(page)]) await field.clear()
  await name(page).focus()
  await page.keyboard.type(account.fullName)
  await page.keyboard.press('Tab')
  await expect(password(page)).toBeFocused()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await expect(confirm(page)).toBeFocused()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('[invitation-3] an invalid invitation link shows that there is no invitation', async ({ page }) => {
  for (const query of ['', '?id=..%2F..%2Fetc', '?id=nonsense']) {
    await page.goto(`/invites${query}`)
    await expect(page.getByRole('alert')).toHaveText('Invitation not exist or expired')
    await expect(create(page)).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('a failed lookup of an invitation can be retried @faults', async ({ page, server }) => {
  const account = newAccount('Second Chance')
  await signIn(page, server.admin)
  await invite(page, [account.email])
  const link = await mailedLink(page, subject, account.email)
  await page.route('**/v1/admin-invites/*', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('Invitation not exist or expired')
  await expect(
    page.getByText('Can’t reach the server. Check your connection. Your invitation may still be valid.'),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/v1/admin-invites/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`with ${account.email}`)).toBeVisible()
})

test('an invitation that is deleted while its form is open is reported, and the form keeps what was typed @faults', async ({
  page,
  browser,
  server,
}) => {
  const account = newAccount('Too Late')
  await signIn(page, server.admin)
  await invite(page, [account.email])
  const theirs = await browser.newContext({ baseURL: server.url })
  const invitee = await theirs.newPage()
  await invitee.goto(await mailedLink(invitee, subject, account.email))
  await fill(invitee, account)

  await page.goto('/admins')
  await row(page, account.email).getByRole('button', { name: 'Revoke access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row(page, account.email)).toHaveCount(0)

  await create(invitee).click()
  await expect(invitee.getByRole('alert')).toHaveText('Invitation not exist or expired')
  await expect(name(invitee)).toHaveValue(account.fullName)
  await expect(password(invitee)).toHaveValue(account.password)
  await theirs.close()
})
