import { once } from 'node:events'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'

const silent = pino({ level: 'silent' })

test('a failed job runs again, and the others continue', async () => {
  const turns = { failing: 0, working: 0 }
  const both = new AbortController()
  const count = (name: keyof typeof turns) => {
    turns[name] += 1
    if (turns.failing > 2 && turns.working > 2) both.abort()
  }
  const jobs = startJobs(
    [
      {
        name: 'failing',
        everyMs: 1,
        work: async () => {
          count('failing')
          throw new Error('not now')
        },
      },
      { name: 'working', everyMs: 1, work: async () => count('working') },
    ],
    silent,
  )
  if (!both.signal.aborted) await once(both.signal, 'abort')
  await jobs.stop()
})

test('stopping aborts the run in progress, waits for it, and starts no other', async () => {
  const begun = Promise.withResolvers<void>()
  const seen: string[] = []
  const work = async (signal: AbortSignal) => {
    seen.push('begun')
    begun.resolve()
    await once(signal, 'abort')
    seen.push('ended')
  }
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const jobs = startJobs([{ name: 'long', everyMs: 1, work }], silent)
  await vi.advanceTimersByTimeAsync(1)
  await begun.promise
  await jobs.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toEqual(['begun', 'ended'])
})

test('a job that runs once in 50 minutes runs again within a minute of its failure', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ended: boolean[] = []
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs < 3) throw new Error('not now')
  }
  const jobs = startJobs([{ name: 'seldom', everyMs: 50 * 60_000, work }], silent, (_name, ok) => ended.push(ok))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(ended).toEqual([false, false, true])
  await vi.advanceTimersByTimeAsync(49 * 60_000)
  expect(runs).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toBe(4)
  await jobs.stop()
})

test('a woken job runs at once, or a second after its last run, and once for all that woke it meanwhile', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const runs: number[] = []
  const started = Date.now()
  const note = async () => void runs.push(Date.now() - started)
  const jobs = startJobs(
    [
      { name: 'deliver', everyMs: 5_000, wokenAfterMs: 1_000, work: note },
      { name: 'sweep', everyMs: 60_000, work: async () => {} },
    ],
    silent,
  )
  await vi.advanceTimersByTimeAsync(3_000)
  jobs.wake()
  await vi.advanceTimersByTimeAsync(300)
  jobs.wake()
  jobs.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toEqual([0, 3_000, 4_000, 9_000])
  await jobs.stop()
})

test('a job that is woken during its run runs once more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs === 1) jobs.wake()
  }
  const jobs = startJobs([{ name: 'deliver', everyMs: 60_000, wokenAfterMs: 1_000, work }], silent)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(runs).toBe(2)
  jobs.wake()
  await jobs.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(runs).toBe(2)
})
