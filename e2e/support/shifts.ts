import type { Page } from '@playwright/test'

/** Records what moves on the pages that are opened from now on, except after a key press or click. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: PerformanceEntry[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** What has moved on the open page, and by how much it adds to the layout shift (CLS). */
export const shiftsOf = (page: Page) =>
  page.evaluate(() =>
    (Reflect.get(window, 'moved') as Shift[]).map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent)),
    })),
  )
