import type { Page } from '@playwright/test'

/** Links that come into view fetch nothing ahead, so that a journey alone decides when the server is asked. */
export async function withoutFetchingAhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.IntersectionObserver = class {
      readonly root = null
      readonly rootMargin = ''
      readonly scrollMargin = ''
      readonly thresholds = []
      observe() {}
      unobserve() {}
      disconnect() {}
      takeRecords() {
        return []
      }
    }
  })
}
