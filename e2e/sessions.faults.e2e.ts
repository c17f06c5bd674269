import { expectNoAxeViolations } from './support/axe.ts'
import { expect, signIn, test } from './support/test.ts'
import { password, search, fillAndSubmit, openUsers } from './support/sign-in-form.ts'

test('[entry-4] a server that cannot be reached when the console opens does not end the session', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await page.route('**/v1/auth/admin/me', (route) => route.abort())
  await page.goto('/?search=zoe')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server. Check your connection.')
  await expectNoAxeViolations(page)
  const retry = page.getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed')
  await retry.click()
  await failed
  await expect(retry).not.toHaveAttribute('aria-busy')
  await page.unroute('**/v1/auth/admin/me')
  await retry.click()
  await expect(page).toHaveURL('/?search=zoe')
})

test('[entry-2] signing in never leads to another site', async ({ page, server }) => {
  for (const next of ['https://elsewhere.example/', '/\\elsewhere.example']) {
    await page.context().clearCookies()
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await fillAndSubmit(page, server.admin)
    await expect(page, next).toHaveURL('/')
  }
})

test('[session-15] signing in again in one tab continues the other tabs, and sign-in pages in other tabs open their target', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.admin)
  await openUsers(page)
  const tab = await context.newPage()
  await openUsers(tab)
  await context.clearCookies()
  for (const each of [page, tab]) {
    await search(each).fill('x')
    await search(each).press('Enter')
    await expect(each.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  }
  const signingIn = await context.newPage()
  await signingIn.goto('/login?next=/files')
  await expect(signingIn.getByLabel('Email')).toBeVisible()
  await password(page).fill(server.admin.password)
  await page.keyboard.press('Enter')
  for (const each of [page, tab]) await expect(each.getByText('Nothing found.')).toBeVisible()
  await expect(signingIn).toHaveURL('/files')
})
