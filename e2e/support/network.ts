import type { Page } from '@playwright/test'
import { devToolsOf } from './dev-tools.ts'

/** The network of one page, which can be slow or offline. */
export async function networkOf(page: Page) {
  const devTools = await devToolsOf(page)
  const emulate = (uploadThroughput: number, offline = false) =>
    devTools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await devTools.send('Network.enable')
  return {
    /** Limits the bytes sent per second. */
    slow: (bytesPerSecond: number) => emulate(bytesPerSecond),
    cut: () => emulate(0, true),
    restore: () => emulate(-1),
  }
}
