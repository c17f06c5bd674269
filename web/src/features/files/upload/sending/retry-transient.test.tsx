import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../../../api/errors.ts'
import { retryTransient } from './retry-transient.ts'
import { PutError } from './put-part.ts'

// These tests run in a browser, because the retry listens to its `online` event.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rejection = (status: number, code: ApiError['code'] = 'conflict') =>
  new ApiError(status, { code: code as 'conflict', message: 'No.', requestId: 'r' })

/** Work that fails with these errors in turn, then succeeds. */
function workAfter(...errors: Error[]) {
  const times: number[] = []
  const startedAt = Date.now()
  const work = async () => {
    times.push(Date.now() - startedAt)
    const error = errors.shift()
    if (error) throw error
    return 'done'
  }
  return { work, times }
}

function begin(work: () => Promise<string>) {
  const controller = new AbortController()
  const reported: boolean[] = []
  const result = retryTransient(work, { signal: controller.signal, onWaiting: (isWaiting) => reported.push(isWaiting) })
  result.catch(() => undefined)
  return { result, reported, stop: () => controller.abort(new Error('stopped')) }
}

test('a retry waits longer after each failure, up to 15 seconds', async () => {
  const { work, times } = workAfter(...Array.from({ length: 6 }, () => new NetworkError()))
  const { result, reported } = begin(work)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toBe('done')
  expect(times).toEqual([0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000])
  expect(reported).toEqual([true, true, true, true, true, true, false])
})

test.each([new PutError(409, 'This is being sent already.'), new PutError(503, ''), rejection(502), rejection(504)])(
  'the error "%s" is transient',
  async (error) => {
    const { work } = workAfter(error)
    const { result } = begin(work)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await result).toBe('done')
  },
)

test.each([
  new PutError(403, ''),
  new PutError(500, ''),
  rejection(429),
  rejection(500),
  rejection(409),
  rejection(413),
  rejection(422),
  rejection(507),
  new Error('changed'),
])('the error "%s" is final', async (error) => {
  const { result, reported } = begin(workAfter(error).work)
  await expect(result).rejects.toBe(error)
  expect(reported).toEqual([])
})

test('a retry continues as soon as the network is back', async () => {
  const { work, times } = workAfter(new NetworkError(), new NetworkError(), new NetworkError(), new NetworkError())
  const { result } = begin(work)
  await vi.advanceTimersByTimeAsync(8_000)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await result).toBe('done')
  expect(times.at(-1)).toBe(8_000)
})

test('a retry stops at once when it is aborted, both while it waits and while it works', async () => {
  const waiting = begin(workAfter(new NetworkError()).work)
  await vi.advanceTimersByTimeAsync(500)
  waiting.stop()
  await expect(waiting.result).rejects.toThrow('stopped')

  const { promise, reject } = Promise.withResolvers<string>()
  const working = begin(() => promise)
  working.stop()
  reject(new NetworkError())
  await expect(working.result).rejects.toThrow('stopped')
})

test('server errors for a minute end the retries, but an unreachable server does not', async () => {
  const failure = new PutError(503, '')
  const failures = begin(workAfter(...Array.from({ length: 100 }, () => failure)).work)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(failures.reported).not.toContain(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(failures.result).rejects.toBe(failure)

  const unreachable = begin(workAfter(...Array.from({ length: 10 }, () => new NetworkError())).work)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await unreachable.result).toBe('done')
})

test('a storage that stays busy with an earlier attempt ends the retries after three minutes', async () => {
  const conflict = new PutError(409, 'This part is already being uploaded. Wait until it has arrived.')
  const { work, times } = workAfter(...Array.from({ length: 100 }, () => conflict))
  const { result, reported } = begin(work)
  await vi.advanceTimersByTimeAsync(179_000)
  expect(reported).not.toContain(false)
  await vi.advanceTimersByTimeAsync(15_000)
  await expect(result).rejects.toBe(conflict)
  expect(times.at(-1)).toBe(180_000)
})
