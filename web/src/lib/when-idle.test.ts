import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepBusy, whenIdle } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  // A browser that is busy with other tests may not be idle for long.
  vi.stubGlobal('requestIdleCallback', (act: () => void) => void Promise.resolve().then(act))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const act = vi.fn<() => void>()
beforeEach(() => void act.mockClear())

/** Lets everything continue that does not wait for something else. */
const beIdle = () => vi.advanceTimersByTimeAsync(0)

test('a function that waits for an idle page runs after all work in progress, even if that fails', async () => {
  const list = Promise.withResolvers<void>()
  const figure = Promise.withResolvers<void>()
  const work = keepBusy(list.promise)
  const rejected = keepBusy(figure.promise)
  whenIdle(act)
  list.resolve()
  await work
  await beIdle()
  expect(act).not.toHaveBeenCalled()

  figure.reject(new Error('rejected'))
  await expect(rejected).rejects.toThrow('rejected')
  await beIdle()
  expect(act).toHaveBeenCalledOnce()
})

test('waiting includes work that begins meanwhile', async () => {
  const session = Promise.withResolvers<void>()
  const list = Promise.withResolvers<void>()
  const work = keepBusy(session.promise).then(() => keepBusy(list.promise))
  whenIdle(act)
  await beIdle()
  session.resolve()
  await beIdle()
  expect(act).not.toHaveBeenCalled()

  list.resolve()
  await work
  await beIdle()
  expect(act).toHaveBeenCalledOnce()
})

test('work that never ends is waited for no longer than 5 s', async () => {
  const never = Promise.withResolvers<void>()
  const work = keepBusy(never.promise)
  whenIdle(act)
  await vi.advanceTimersByTimeAsync(4_999)
  await beIdle()
  expect(act).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)
  await beIdle()
  expect(act).toHaveBeenCalledOnce()
  never.resolve()
  await work
})
