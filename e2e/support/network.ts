import type { Page } from '@playwright/test'
import { devToolsOf } from './dev-tools.ts'

/** Returns controls for the network of one page, which can be made slow or offline. */
export async function networkOf(page: Page) {
  const devTools = await devToolsOf(page)
  const emulate = (uploadThroughput: number, downloadThroughput = -1, offline = false) =>
    devTools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput, uploadThroughput })
  await devTools.send('Network.enable')
  return {
    /** Limits the bytes sent and received per second. */
    slow: (sent: number, received = -1) => emulate(sent, received),
    cut: () => emulate(0, -1, true),
    restore: () => emulate(-1),
  }
}
