import type { CDPSession, Page } from '@playwright/test'

const opened = new WeakMap<Page, Promise<CDPSession>>()

/** Opens the browser's own protocol on a page. It stays open, because `clean` undoes what is done through it. */
export function devToolsOf(page: Page): Promise<CDPSession> {
  const devTools = opened.get(page) ?? page.context().newCDPSession(page)
  opened.set(page, devTools)
  return devTools
}

/** Gives a page the usual network again, and takes its authenticators away. */
export async function resetDevTools(page: Page): Promise<void> {
  const devTools = await devToolsOf(page)
  await devTools.send('Network.disable')
  await devTools.send('WebAuthn.disable')
}
