import { expectNoAxeViolations } from './support/axe.ts'
import { expect, signIn, test } from './support/test.ts'

test('an unknown path shows the not-found page and leads home', async ({ page, server }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find this page')
  await expectNoAxeViolations(page)
  await signIn(page, server.admin)
  await page.getByRole('link', { name: 'Go to home' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
})

test('opened by the number of the machine instead of its name, the console works just the same', async ({
  page,
  server,
}) => {
  const byNumber = server.url.replace('localhost', '127.0.0.1')
  await page.goto(`${byNumber}/login`)
  await page.getByLabel('Email').fill(server.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${byNumber}/`)
  await expect(page.getByText(server.admin.email)).toBeVisible()
})
