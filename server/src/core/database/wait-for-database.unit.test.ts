import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForDatabase } from './wait-for-database.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('while the first attempt waits, the log contains what keeps the database, once', async () => {
  const lines: unknown[] = []
  const log = (details: object, text: string) => void lines.push({ ...details, text })
  const attempt = Promise.withResolvers<string>()
  const trouble = { reason: '' }
  const onWait = vi.fn<() => void>()
  const begun = waitForDatabase(
    {
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      engine: { isUnavailable: () => false },
      findTrouble: async () => (trouble.reason === '' ? undefined : trouble),
      name: 'database',
      logger: { info: log, warn: log } as never,
      explain: String,
      onWait,
    },
    () => attempt.promise,
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect([lines, onWait.mock.calls]).toEqual([[], []])
  trouble.reason = 'the database is locked'
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lines).toEqual([
    { database: 'database', cause: trouble.reason, seconds: 25, text: 'waiting for the database' },
  ])
  expect(onWait).toHaveBeenCalled()
  attempt.resolve('begun')
  expect(await begun).toBe('begun')
  expect(lines.at(-1)).toEqual({ database: 'database', seconds: 40, text: 'the database responds' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lines.length).toBe(2)
})
