import type { Page } from '@playwright/test'
import { linkInMail, mailedLink, openMail, scanLink } from './support/mails.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, collectToasts } from './support/toasts.ts'
import { subject, home, requestChange } from './support/email-changes.ts'

function countConfirmations(page: Page) {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') requests.push(new URL(request.url()).pathname)
  })
  return requests
}

test('[email-change-1] an email address is changed with a link that is opened in another browser', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Moving Person'))
  const next = newAccount('Moved Person').email
  await signIn(page, account)
  await requestChange(page, next)

  const elsewhere = await browser.newContext({ baseURL: server.url })
  await collectToasts(elsewhere)
  const other = await elsewhere.newPage()
  await openMail(other, 'Request to change your Health Console email address', account.email)
  await scanLink(other, await mailedLink(other, subject, next))
  await openMail(other, subject, next)
  const confirmations = countConfirmations(other)
  await linkInMail(other).click()
  await expectToast(other, 'Email changed successfully')
  await expect(other).toHaveURL('/login')
  expect(confirmations).toEqual(['/v1/auth/admin/email'])
  await openMail(other, 'Your Health Console email address was changed', account.email)
  await elsewhere.close()
})

test('[email-change-2] an invalid email change link leads to the home page after two seconds', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  const confirmations = countConfirmations(page)
  for (const query of ['', `?id=${'x'.repeat(600)}`]) {
    await page.goto(`/change-email${query}`)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/link is no longer valid|required|Invalid/i)
    await expect(page.getByText('Taking you to the home page…')).toBeVisible()
    await expect(page.getByText('loading...')).toBeHidden()
    await expect(home(page)).toBeVisible()
    await expect(page).toHaveTitle('Change email address · Health Console')
    await page.clock.runFor(1900)
    await expect(page).toHaveURL(/\/change-email/)
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/login')
    expect(confirmations.splice(0), query).toHaveLength(1)
  }
})
