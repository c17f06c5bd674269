import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepBusy, whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const act = vi.fn<() => void>()
beforeEach(() => void act.mockClear())

/** Enough idle time for everything that does not wait for something else. */
async function beIdle() {
  for (let times = 0; times < 5; times += 1) await new Promise((resolve) => requestIdleCallback(resolve))
}

test('what waits for an idle page runs after all that is under way, even when that fails', async () => {
  const list = Promise.withResolvers<void>()
  const figure = Promise.withResolvers<void>()
  const asked = keepBusy(list.promise)
  const refused = keepBusy(figure.promise)
  whenIdle(act)
  list.resolve()
  await asked
  await beIdle()
  expect(act).not.toHaveBeenCalled()

  figure.reject(new Error('refused'))
  await expect(refused).rejects.toThrow('refused')
  await beIdle()
  expect(act).toHaveBeenCalledOnce()
})

test('what begins meanwhile is waited for, too', async () => {
  const session = Promise.withResolvers<void>()
  const list = Promise.withResolvers<void>()
  const asked = keepBusy(session.promise).then(() => keepBusy(list.promise))
  whenIdle(act)
  await beIdle()
  session.resolve()
  await beIdle()
  expect(act).not.toHaveBeenCalled()

  list.resolve()
  await asked
  await beIdle()
  expect(act).toHaveBeenCalledOnce()
})

test('what never ends is waited for no longer than 5 s', async () => {
  const never = Promise.withResolvers<void>()
  const asked = keepBusy(never.promise)
  whenIdle(act)
  await vi.advanceTimersByTimeAsync(4_999)
  await beIdle()
  expect(act).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)
  await beIdle()
  expect(act).toHaveBeenCalledOnce()
  never.resolve()
  await asked
})
