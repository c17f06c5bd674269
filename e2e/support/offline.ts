import { expect, type Page } from '@playwright/test'

/** Switches the network off. On a slow machine, Chromium still sends requests for a moment after it has agreed. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const fails = () =>
    page.evaluate(() =>
      fetch('/healthz').then(
        () => false,
        () => true,
      ),
    )
  await expect.poll(fails).toBe(true)
}
