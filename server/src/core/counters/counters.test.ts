// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type LimitedUse, takeTogether, takeUse } from './counters.ts'

const minuteMs = 60_000
const some = { name: ['mail', 'ada@example.org'], limit: 2, windowMs: 60 * minuteMs }

const take = ({ context }: TestApp) =>
  context.db.transaction().execute((transaction) => takeUse(transaction, context, some))
const buckets = ({ context }: TestApp) => context.db.selectFrom('countedUses').select('bucket').distinct().execute()

test('used-up emails become available again one by one, and the waiting time is known', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  expect(await take(testApp)).toBe(0)
  testApp.advance(10 * minuteMs)
  expect(await take(testApp)).toBe(0)
  expect(await take(testApp)).toBe(50 * minuteMs)
  testApp.advance(49 * minuteMs)
  expect(await take(testApp)).toBe(minuteMs)
  testApp.advance(minuteMs)
  expect(await take(testApp)).toBe(0)
  expect(await take(testApp)).toBe(10 * minuteMs)
})

test('only as many concurrent requests as the limit allows succeed', async () => {
  const testApp = await buildTestApp()
  const waits = await Promise.all(Array.from({ length: 10 }, () => take(testApp)))
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(2)
})

test('without the master key, no one can see whose emails are counted', async () => {
  const [one, other] = [await buildTestApp(), await buildTestApp()]
  await take(one)
  await take(other)
  expect(await buckets(one)).toEqual([{ bucket: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(await buckets(other)).not.toEqual(await buckets(one))
})

test('uses that come together share a limit, and are one row for each bucket', async () => {
  const { context } = await buildTestApp()
  const { db, engine } = context
  const use = (bucket: string, sinceMs: number) => ({ bucket, sinceMs, amount: 2, limit: 5, windowMs: 60 * minuteMs })
  const together = (uses: LimitedUse[], nowMs: number) =>
    db.transaction().execute((transaction) => takeTogether(transaction, engine, uses, nowMs))
  const uses = [use('a', 0), use('b', 0), use('a', 0), use('a', 0)]
  expect(await together(uses, 100)).toEqual(new Set([uses[3]]))
  const rows = () => db.selectFrom('countedUses').select(['bucket', 'amount']).orderBy('bucket').execute()
  expect(await rows()).toEqual([
    { bucket: 'a', amount: 4 },
    { bucket: 'b', amount: 2 },
  ])
  // One session has counted since the beginning, the other has confirmed the identity meanwhile.
  const [earlier, later] = [use('a', 0), { ...use('a', 101), alsoIn: 'whole' }]
  expect(await together([earlier, later], 200)).toEqual(new Set([earlier]))
  expect(await together([use('a', 0)], 100 + 60 * minuteMs)).toEqual(new Set())
  expect(await rows()).toContainEqual({ bucket: 'whole', amount: 1 })
  expect(await together([], 200)).toEqual(new Set())
})
