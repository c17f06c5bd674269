import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { takeUse } from './counters.ts'

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
