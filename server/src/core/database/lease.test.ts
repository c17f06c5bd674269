// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { defineLease } from './lease.ts'

const lastsMs = 60_000
const lease = defineLease({ table: 'auditStream', endsAt: 'writerUntilMs', holder: 'writer' }, { lastsMs })
const withoutHolder = defineLease({ table: 'auditStream', endsAt: 'writerUntilMs' }, { lastsMs })
const key = { id: 1 }

async function build(writerUntilMs: number, writer = 'before') {
  const { context } = await buildTestApp()
  const { db } = context
  await db.deleteFrom('auditStream').execute()
  await db.insertInto('auditStream').values({ id: 1, sequence: 0, writer, writerUntilMs }).execute()
  const isFree = async (nowMs: number) =>
    (await db.selectFrom('auditStream').select('id').where(lease.isFree(nowMs)).executeTakeFirst()) !== undefined
  return { db, isFree }
}

test('a lease is held until its end, unless it ends further ahead than it lasts', async () => {
  const nowMs = 1_000_000
  for (const [endsInMs, expected] of [
    [0, true],
    [-lastsMs, true],
    [1, false],
    [lastsMs, false],
    [lastsMs + 5_000, false],
    [lastsMs + 5_001, true],
    [40 * 24 * 3_600_000, true],
  ] as const) {
    const { db, isFree } = await build(nowMs + endsInMs)
    expect([endsInMs, await isFree(nowMs)]).toEqual([endsInMs, expected])
    expect([endsInMs, await lease.take(db, key, 'new', nowMs)]).toEqual([endsInMs, expected])
    const { writer } = await db.selectFrom('auditStream').select('writer').executeTakeFirstOrThrow()
    expect(writer).toBe(expected ? 'new' : 'before')
  }
})

test('of several processes one takes it, only this one renews and returns it, and a lost lease is noticed', async () => {
  const { db } = await build(0)
  const taken = await Promise.all(['a', 'b', 'c'].map((name) => lease.take(db, key, name, 1_000)))
  expect(taken.filter(Boolean)).toEqual([true])
  const { writer } = await db.selectFrom('auditStream').select('writer').executeTakeFirstOrThrow()
  expect(await lease.take(db, key, writer, 1_000)).toBe(false)
  expect(await lease.renew(db, key, 'another', 2_000)).toBe(false)
  expect(await lease.renew(db, key, writer, 2_000)).toBe(true)
  expect(await lease.take(db, key, 'next', 1_000 + lastsMs)).toBe(false)
  expect(await lease.take(db, key, 'next', 2_000 + lastsMs)).toBe(true)
  expect(await lease.renew(db, key, writer, 2_000 + lastsMs)).toBe(false)
  expect(await lease.release(db, key, writer)).toBe(false)
})

test('a lease without a holder ends when it is returned', async () => {
  const { db } = await build(0)
  expect(await withoutHolder.take(db, key, '', 1_000)).toBe(true)
  expect(await withoutHolder.take(db, key, '', 2_000)).toBe(false)
  expect(await withoutHolder.release(db, key, '')).toBe(true)
  expect(await withoutHolder.take(db, key, '', 2_000)).toBe(true)
})
