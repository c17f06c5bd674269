import type { Page } from '@playwright/test'
import { patients, replaceTable } from './support/spreadsheets.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

// The server stops in between.
test.use({ serverOptions: { demo: false, filledBy: 'failed patients' } })

test('[patients-10] pointing at the link to the patients page logs no view, and a failure shows one toast and a button to try again', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await replaceTable(page, patients(45))
  const code = page.waitForResponse(/assets\/hospital-patients-.*\.js/)
  const requested: string[] = []
  page.on('request', (request) => void requested.push(new URL(request.url()).pathname))
  await page.goto('/admins')
  await (await code).finished()
  await page.getByRole('link', { name: 'Hospital patients' }).hover()
  await page.waitForLoadState('networkidle')
  expect(requested).not.toContain('/v1/hospital-patients')
  await server.halt()
  await page.getByRole('link', { name: 'Hospital patients' }).click()
  await expect(page.locator('main').getByRole('alert').filter({ hasText: 'Failed to fetch patients' })).toHaveCount(1)
  await expectToast(page, 'Failed to fetch patients', 'alert')
  expect(shownToasts(page)).toEqual([])
  await server.resume()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(title(page)).toHaveText('Hospital Patients 45')
  await expect(title(page)).toBeFocused()
})
