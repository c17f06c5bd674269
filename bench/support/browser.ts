import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'

type Throttle = { cpu: number; latencyMs?: number; bytesPerSecond?: number }

export const throttles: [string, Throttle][] = [
  ['1x CPU', { cpu: 1 }],
  ['4x CPU', { cpu: 4 }],
  ['40 ms, 10 Mbit/s', { cpu: 1, latencyMs: 40, bytesPerSecond: 10_000_000 / 8 }],
]

/** A browser that can only reach this machine, so that no page waits for resources from elsewhere. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return await chromium.launch({
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
    ...(executablePath !== undefined && { executablePath }),
  })
}

export async function slowDown(page: Page, { cpu, latencyMs = 0, bytesPerSecond = -1 }: Throttle): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}
