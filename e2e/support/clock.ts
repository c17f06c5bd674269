import type { Page } from '@playwright/test'

/**
 * Stops the page's timers, which `page.clock.install()` has replaced, so that a toast stays until the clock continues. The
 * code that shows toasts loads when the page is idle, and a page whose clock is stopped is never idle.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.locator('[data-live-announcer]').waitFor({ state: 'attached' })
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}
