import type { Page } from '@playwright/test'
import { codeAt } from '../server/testing/sessions/totp.ts'
import { expect, test } from './support/test.ts'

test.use({ serverOptions: { demo: false, settings: { REQUIRE_SECOND_FACTOR: 'super_admin' } } })

const code = (page: Page) => page.getByLabel('Code', { exact: true })

/** Reads the key in the dialog, as an admin does whose phone cannot scan the QR code. */
async function readKey(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const text = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return (text ?? '').replaceAll(' ', '')
}

test('[second-factor-5] where a second factor is required, an admin without one must set it up before anything else opens', async ({
  page,
  server,
}) => {
  await page.goto('/login?next=/admins')
  await page.getByLabel('Email').fill(server.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeFocused()
  const first = page.getByRole('main')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.reload()
  await page.keyboard.press('Escape')
  await first.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await first.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const key = await readKey(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await first.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const newKey = await readKey(page)
  expect(newKey).not.toBe(key)
  await code(page).fill(codeAt(newKey, Date.now()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  // The codes stay while the admin copies them to another window.
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes).toBeVisible()
  const responded: string[] = []
  page.on('response', (response) => responded.push(new URL(response.url()).pathname))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.waitForLoadState('networkidle')
  expect(responded).not.toContain('/v1/auth/admin/me')
  await expect(codes).toBeVisible()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admins' })).toBeVisible()
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: /two-step sign-in$/ }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
})
