import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { stopClock } from './support/clock.ts'
import { expect, signIn, test } from './support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Two-step sign-in' })
const toasts = (page: Page) => page.getByRole('alert').filter({ hasText: 'Try again later' })
const regionOf = (page: Page) => page.getByRole('region', { name: /Alt\+T/i })

/** Shows toasts with different texts, because equal ones are counted. Returns once they no longer move. */
async function showToasts(page: Page, count: number) {
  for (let shown = 1; shown <= count; shown++) {
    const button = dialogOf(page).getByRole('button', { name: 'Set up the authenticator app' })
    // On phones, the toasts cover the button.
    await button.press('Enter')
    await expect(async () => {
      // The answer to a request is handled in timers. Until the last one, the button ignores the next press.
      await page.clock.runFor(10)
      await expect(toasts(page)).toHaveCount(shown, { timeout: 500 })
      await expect(button).not.toHaveAttribute('aria-busy', 'true', { timeout: 500 })
    }).toPass({ timeout: 60_000 })
  }
  await page.clock.runFor(500)
  // A click on a button that is still moving can miss it.
  for (const shown of await toasts(page).all()) await expect(shown).toHaveCSS('opacity', '1')
}

/** Moves the clock in steps, so that each takes effect before the next. */
async function pass(page: Page, ms: number) {
  for (let left = ms; left > 0; left -= 500) await page.clock.runFor(Math.min(left, 500))
}

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.clock.install()
  let requests = 0
  await page.route('**/v1/auth/admin/second-factor', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests += 1
    const error = { code: 'conflict', message: `Try again later, ${requests}.` }
    return route.fulfill({ status: 409, json: { error } })
  })
  await page.goto('/files')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await expect(dialogOf(page).getByText('Passkeys', { exact: true })).toBeVisible()
  await stopClock(page)
})

test('[widgets-24] toasts over an open dialog can be reached and dismissed with the keyboard, and the others disappear after their time', async ({
  page,
}) => {
  await showToasts(page, 3)
  await page.keyboard.press('Alt+T')
  await expect(regionOf(page)).toBeFocused()
  await pass(page, 20_000)
  await expect(toasts(page)).toHaveCount(3)
  await page.clock.resume()
  await expectNoAxeViolations(page)
  await stopClock(page)

  await page.keyboard.press('Tab')
  await expect(toasts(page).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await pass(page, 500)
  await expect(toasts(page)).toHaveCount(2)
  await expect(dialogOf(page)).toBeVisible()
  await expect(dialogOf(page).locator(':focus')).toHaveCount(1)
  await pass(page, 5500)
  await expect(toasts(page)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
})

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${width} px the X of a toast dismisses only that toast, and the other disappears after its time`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    // This happens twice, because an empty region is registered with the dialog again.
    for (let round = 1; round <= 2; round++) {
      await showToasts(page, 2)
      await toasts(page).first().getByRole('button', { name: 'Dismiss' }).click()
      await pass(page, 500)
      await expect(toasts(page)).toHaveCount(1)
      await pass(page, 5500)
      await expect(toasts(page)).toHaveCount(0)
      await expect(dialogOf(page)).toBeVisible()
    }
  })
}
