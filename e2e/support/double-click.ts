import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { devToolsOf } from './dev-tools.ts'
import { expect, test } from './test.ts'

type Gesture = (target: Locator) => Promise<void>

const doubleClick: Gesture = (target) => target.dblclick()

/** Taps further apart than this do not combine. */
const apartMs = 600
const betweenTapsMs = 150
let tappedAtMs = 0

/** Makes a real double tap. The timestamps of its taps are `betweenTapsMs` apart, however long the browser takes. */
async function doubleTap(target: Locator): Promise<void> {
  await sleep(tappedAtMs + apartMs - Date.now())
  await target.scrollIntoViewIfNeeded()
  const element = await target.elementHandle()
  await element?.waitForElementState('stable')
  await element?.waitForElementState('enabled')
  const box = await boxOf(target)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  // A user would also wait while something else covers the target.
  await expect
    .poll(() => element?.evaluate((node, { x, y }) => node.contains(document.elementFromPoint(x, y)), point))
    .toBe(true)
  const devTools = await devToolsOf(target.page())
  const startedAtMs = Date.now()
  tappedAtMs = startedAtMs + betweenTapsMs
  for (const atMs of [startedAtMs, tappedAtMs]) await tap(devTools, point, atMs)
}

/** Sends both events together, because waiting for the first response on a busy machine could make the tap a long press. */
async function tap(devTools: CDPSession, point: { x: number; y: number }, atMs: number) {
  const timestamp = atMs / 1000
  await Promise.all([
    devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point], timestamp }),
    devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 }),
  ])
}

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element to measure is not on screen')
  return box
}

/** Each sign-in form sends this request by itself. It changes nothing. */
const passkeyOffer = 'POST /v1/auth/admin/passkey-login/options'

/** Collects the requests that are not GET from now on. */
export function changesOf(page: Page): string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    const name = `${request.method()} ${new URL(request.url()).pathname}`
    if (request.method() !== 'GET' && name !== passkeyOffer) changes.push(name)
  })
  return changes
}

/** Waits for three frames, in which a press takes effect. */
export async function settle(page: Page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
}

/** Expects exactly these open dialogs, the lowest first; only the top one is visible. */
export async function expectOpen(page: Page, ...open: Locator[]) {
  const top = open.at(-1)
  if (top) await expect(top).toBeVisible()
  await settle(page)
  if (top) await expect(top).toBeVisible()
  await expect(page.locator('[role$=dialog][data-state=open]')).toHaveCount(open.length)
}

/** Declares tests twice: with a mouse on a wide screen and with a finger on a phone. */
export function walk(tests: (width: number, twice: Gesture) => void) {
  test.describe('a double click at 1440 px', () => {
    test.use({ viewport: { width: 1440, height: 900 } })
    tests(1440, doubleClick)
  })

  test.describe('a double tap at 390 px', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    tests(390, doubleTap)
  })
}
