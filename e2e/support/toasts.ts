import { type BrowserContext, expect, type Page } from '@playwright/test'

/** The role of an error is `alert`. The role of every other toast is `status`. */
export type ShownToast = { role: string; text: string }

const prefix = 'A toast is shown: '
const shownBy = new WeakMap<Page, ShownToast[]>()

/** Remembers the toasts of a context's pages, because on a busy machine a toast may disappear before a test checks it. */
export async function collectToasts(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    const page = message.page()
    if (page && message.text().startsWith(prefix))
      shownToasts(page).push(JSON.parse(message.text().slice(prefix.length)) as ShownToast)
  })
  await context.addInitScript(logToasts, prefix)
}

/** Returns the toasts that a page has shown so far, oldest first, without those that a test has already expected. */
export function shownToasts(page: Page): ShownToast[] {
  const shown = shownBy.get(page) ?? []
  shownBy.set(page, shown)
  return shown
}

/** Expects that the page shows or has shown a toast. Each toast satisfies only one expectation. */
export async function expectToast(page: Page, text: string, role: 'status' | 'alert' = 'status'): Promise<void> {
  const shown = shownToasts(page)
  const isMeant = (toast: ShownToast) => toast.role === role && toast.text.includes(text)
  await expect(() => {
    if (!shown.some(isMeant)) expect(shown).toContainEqual({ role, text })
  }).toPass({ intervals: [50], timeout: 30_000 })
  shown.splice(shown.findIndex(isMeant), 1)
}

/** Logs each toast on the console. Runs in the page. */
function logToasts(start: string): void {
  const logged = new WeakMap<Element, string>()
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 0 &&
    !element.closest('[aria-hidden=true], [inert]')
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('[data-scope=toast][data-part=root]')) {
      const toast = JSON.stringify({ role: element.getAttribute('role'), text: element.textContent })
      if (logged.get(element) === toast || !isVisible(element)) continue
      logged.set(element, toast)
      // oxlint-disable-next-line no-console -- collectToasts listens
      console.debug(start + toast)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
