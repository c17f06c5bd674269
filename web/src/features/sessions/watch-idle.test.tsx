import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportAccepted } from '../../api/session-events.ts'
import { watchIdle } from './watch-idle.ts'

const minuteMs = 60_000
const heard = {
  onUse: vi.fn<() => void>(),
  onWarn: vi.fn<() => void>(),
  onActive: vi.fn<() => void>(),
  onEnd: vi.fn<() => void>(),
}
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  for (const listener of Object.values(heard)) listener.mockReset()
  stop = watchIdle({ idleMs: 15 * minuteMs, ...heard })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const move = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }))

test.each(['keydown', 'pointermove', 'pointerdown', 'wheel', 'scroll'])(
  '[session-16] %s renews the session, at most once a minute',
  (type) => {
    vi.advanceTimersByTime(minuteMs - 1)
    move(type)
    expect(heard.onUse).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    for (let times = 0; times < 100; times += 1) move(type)
    expect(heard.onUse).toHaveBeenCalledTimes(1)
    // Also if no response arrives, for example without a network.
    vi.advanceTimersByTime(minuteMs)
    move(type)
    expect(heard.onUse).toHaveBeenCalledTimes(2)
  },
)

test('[session-16] requests and other tabs count as use, so that all tabs together renew once a minute', async () => {
  vi.advanceTimersByTime(minuteMs - 1)
  reportAccepted()
  vi.advanceTimersByTime(minuteMs - 1)
  move('keydown')
  expect(heard.onUse).not.toHaveBeenCalled()
  vi.useRealTimers()
  // Messages between tabs arrive in real time.
  const channel = new BroadcastChannel('health-console-session')
  const received = new Promise((resolve) => {
    const own = new BroadcastChannel('health-console-session')
    own.addEventListener('message', () => resolve(own.close()), { once: true })
  })
  channel.postMessage({ type: 'active' })
  await received
  channel.close()
  move('keydown')
  expect(heard.onUse).not.toHaveBeenCalled()
})

test('a hidden tab is not used', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(2 * minuteMs)
  move('scroll')
  expect(heard.onUse).not.toHaveBeenCalled()
})

test('[session-3] the warning comes two minutes before the end, and using the page then does not answer it', () => {
  vi.advanceTimersByTime(13 * minuteMs - 1)
  expect(heard.onWarn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard.onWarn).toHaveBeenCalledTimes(1)
  move('pointermove')
  expect(heard.onUse).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * minuteMs + 2_000)
  expect(heard.onEnd).toHaveBeenCalledTimes(1)
})

test('[session-16] the warning waits until no one has typed for two seconds', () => {
  vi.advanceTimersByTime(13 * minuteMs - 1_000)
  move('input')
  vi.advanceTimersByTime(1_500)
  move('input')
  vi.advanceTimersByTime(1_999)
  expect(heard.onWarn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard.onWarn).toHaveBeenCalledTimes(1)
})
