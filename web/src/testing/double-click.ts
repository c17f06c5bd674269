import { cdp, type Locator } from 'vitest/browser'

/** A real double click with the mouse, at the control's position. */
export async function doubleClick(target: Locator): Promise<void> {
  const at = { ...centreOf(target), button: 'left' } as const
  for (const clickCount of [1, 2]) {
    await cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', clickCount, ...at })
    await cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', clickCount, ...at })
  }
}

/** A real double tap with a finger. */
export async function doubleTap(target: Locator): Promise<void> {
  const point = centreOf(target)
  await taps([point, point])
}

let tapAtMs = 0

/** Taps that follow each other by 150 ms according to their timestamps, however long the browser takes. */
export async function taps(points: Point[]): Promise<void> {
  // This is far enough from the previous taps that they do not combine.
  tapAtMs = Math.max(performance.timeOrigin + performance.now(), tapAtMs + 2000)
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true })
  for (const point of points) {
    const { promise: lifted, resolve } = Promise.withResolvers<Event>()
    window.addEventListener('pointerup', resolve, { once: true, capture: true })
    await tap(point, tapAtMs)
    await lifted
    tapAtMs += 150
  }
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false })
}

/** A double tap on a busy page: both taps have begun before the first becomes a click. */
export async function doubleTapWhileBusy(target: Locator): Promise<void> {
  const point = centreOf(target)
  tapAtMs = Math.max(performance.timeOrigin + performance.now(), tapAtMs + 2000)
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await Promise.all([0, 150].map((afterMs) => tap(point, tapAtMs + afterMs)))
  tapAtMs += 300
  // The browser then sends the clicks.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false })
}

async function tap(point: Point, atMs: number) {
  const timestamp = atMs / 1000
  await Promise.all([
    cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point], timestamp }),
    cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 }),
  ])
}

export type Point = { x: number; y: number }

/** Returns coordinates of the browser window, because the test's page is in a frame. */
export function centreOf(target: Locator): Point {
  const { x, y, width, height } = target.element().getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect()
  return { x: (frame?.x ?? 0) + x + width / 2, y: (frame?.y ?? 0) + y + height / 2 }
}
