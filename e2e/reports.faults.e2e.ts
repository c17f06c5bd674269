import type { Page } from '@playwright/test'
import { importReports, importUsers } from './support/users.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

test.use({ serverOptions: { demo: false, filledBy: 'failed reports' } })

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.beforeAll(async ({ server }) => {
  const generatedAt = Date.parse('2026-11-18T23:30:00.000Z') / 1000
  await importUsers(server, [{ id: 'many', memberId: 'HM-1', firstName: 'Siân', lastName: 'Llewellyn' }])
  await importReports(server, {
    many: Array.from({ length: 25 }, (_, index) => ({ reportId: `many-${index}`, generatedAt: generatedAt - index })),
  })
})
test.beforeEach(async ({ page, server }) => signIn(page, server.admin))

test('[reports-9] [reports-10] a user’s page shows a loading indicator, and a failure to fetch the user or the reports shows one toast and can be retried', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/users/many', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/user/many')
  await expect(page.locator('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  release()
  await expect(heading(page)).toHaveText('Siân Llewellyn`s reports 25')
  await page.unrouteAll()

  for (const url of ['**/v1/users/many', '**/v1/users/many/reports?*']) {
    await page.route(url, (route) => route.abort())
    await page.goto('/user/many')
    await expect(page.locator('main').getByRole('alert')).toContainText('Failed to fetch data')
    await expectToast(page, 'Failed to fetch data', 'alert')
    expect(shownToasts(page)).toEqual([])
    await page.unroute(url)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(20)
    await expect(heading(page)).toBeFocused()
  }
})
