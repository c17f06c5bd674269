import type { Page } from '@playwright/test'

/** Turns off prefetching of visible links, so that only the test decides when requests are sent. */
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
