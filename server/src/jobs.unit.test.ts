import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startJobs } from './jobs.ts'

const silent = pino({ level: 'silent' })

test('a job that fails runs again, and the others continue', async () => {
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
  const jobs = startJobs([{ name: 'long', everyMs: 1, work }], silent)
  await begun.promise
  await jobs.stop()
  await sleep(10)
  expect(seen).toEqual(['begun', 'ended'])
})
