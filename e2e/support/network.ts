import type { Page } from '@playwright/test'

/** The network of one page, which can be slow or away. */
export async function networkOf(page: Page) {
  const protocol = await page.context().newCDPSession(page)
  const emulate = (uploadThroughput: number, offline = false) =>
    protocol.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await protocol.send('Network.enable')
  return {
    /** Lets so many bytes out in a second. */
    slow: (bytesPerSecond: number) => emulate(bytesPerSecond),
    cut: () => emulate(0, true),
    restore: () => emulate(-1),
  }
}
