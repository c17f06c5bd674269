import type { CDPSession, Locator } from '@playwright/test'

export type Gesture = (target: Locator) => Promise<void>

export const doubleClick: Gesture = (target) => target.dblclick()

/** A real double tap with a finger. However long the browser takes for it, the taps are 150 ms apart. */
export async function doubleTap(target: Locator): Promise<void> {
  // A person's two double taps are further apart than the two halves of one.
  await target.page().waitForTimeout(700)
  await target.scrollIntoViewIfNeeded()
  const element = await target.elementHandle()
  await element?.waitForElementState('stable')
  await element?.waitForElementState('enabled')
  const box = await boxOf(target)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const protocol = await target.page().context().newCDPSession(target.page())
  const startedAtMs = Date.now()
  for (const afterMs of [0, 150]) await tap(protocol, point, startedAtMs + afterMs)
  await protocol.detach()
}

async function tap(protocol: CDPSession, point: { x: number; y: number }, atMs: number) {
  const timestamp = atMs / 1000
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point], timestamp })
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 })
}

/** Whether one of them stands where the other stands, at least in part. */
export async function doOverlap(one: Box, other: Locator): Promise<boolean> {
  const box = await boxOf(other)
  const isBeside = one.x + one.width <= box.x || box.x + box.width <= one.x
  return !isBeside && one.y < box.y + box.height && box.y < one.y + one.height
}

export type Box = { x: number; y: number; width: number; height: number }

export async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox()
  if (!box) throw new Error('What is to be measured is not on screen')
  return box
}
