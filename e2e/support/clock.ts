import type { Page } from '@playwright/test'

/** Stops the page's timers, which `page.clock.install()` has replaced, so that a toast stays until the clock goes on. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}
