import type { Page } from '@playwright/test'

/** The network of one page, which can be slow or offline. */
export async function networkOf(page: Page) {
  const protocol = await page.context().newCDPSession(page)
  const emulate = (uploadThroughput: number, offline = false) =>
    protocol.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await protocol.send('Network.enable')
  return {
    /** Limits the bytes sent per second. */
    slow: (bytesPerSecond: number) => emulate(bytesPerSecond),
    cut: () => emulate(0, true),
    restore: () => emulate(-1),
  }
}
