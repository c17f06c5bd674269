import { type BrowserContext, expect, type Page } from '@playwright/test'

/** An error's role is `alert`, that of all others `status`. */
export type ShownToast = { role: string; text: string }

const prefix = 'A toast is shown: '
const shownBy = new WeakMap<Page, ShownToast[]>()

/** Remembers the toasts of a context's pages: they go by themselves, on a busy machine before a test has checked. */
export async function collectToasts(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    const page = message.page()
    if (page && message.text().startsWith(prefix))
      shownToasts(page).push(JSON.parse(message.text().slice(prefix.length)) as ShownToast)
  })
  await context.addInitScript(logToasts, prefix)
}

/** What a page has shown so far, oldest first, without what was expected already. */
export function shownToasts(page: Page): ShownToast[] {
  const shown = shownBy.get(page) ?? []
  shownBy.set(page, shown)
  return shown
}

/** Expects that the page shows a toast, or has shown one. Each toast answers one call. */
export async function expectToast(page: Page, text: string, role: 'status' | 'alert' = 'status'): Promise<void> {
  const shown = shownToasts(page)
  const isMeant = (toast: ShownToast) => toast.role === role && toast.text.includes(text)
  await expect(() => {
    if (!shown.some(isMeant)) expect(shown).toContainEqual({ role, text })
  }).toPass({ intervals: [50], timeout: 30_000 })
  shown.splice(shown.findIndex(isMeant), 1)
}

/** Runs in the page. */
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
