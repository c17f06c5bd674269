import { expect, test } from 'vitest'
import { BusyError, createQueue } from './queue.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const busy = { message: 'Too much at the moment.', retryAfterSeconds: 7 }

/** Work of several owners, each of which ends when the test requests it. */
function startWork(owners: string[], limits: Partial<Parameters<typeof createQueue>[0]> = {}) {
  const queue = createQueue({ most: 2, mostOfOwner: 1, longest: 100, busy, ...limits })
  const begun: number[] = []
  const works = owners.map((owner, index) => {
    const gone = new AbortController()
    const work = Promise.withResolvers<string>()
    const begin = () => {
      begun.push(index)
      return work.promise
    }
    const done = queue.run(begin, { owner, signal: gone.signal })
    // A test looks at the rejections later.
    done.catch(() => {})
    return { gone, end: () => work.resolve('done'), fail: () => work.reject(new Error('failed')), done }
  })
  const at = (index: number) => {
    const work = works[index]
    if (!work) throw new Error('no such work')
    return work
  }
  return { begun, at, queue }
}

test('work beyond the limit follows in its order, also after work that failed', async () => {
  const { begun, at } = startWork(['a', 'b', 'c', 'd'])
  await settled()
  expect(begun).toEqual([0, 1])
  at(1).fail()
  await expect(at(1).done).rejects.toThrow('failed')
  await settled()
  expect(begun).toEqual([0, 1, 2])
  at(0).end()
  expect(await at(0).done).toBe('done')
  await settled()
  expect(begun).toEqual([0, 1, 2, 3])
})

test('an owner at its limit waits, and does not delay others meanwhile', async () => {
  const { begun, at } = startWork(['a', 'a', 'a', 'b'])
  await settled()
  expect(begun).toEqual([0, 3])
  at(0).end()
  await at(0).done
  await settled()
  expect(begun).toEqual([0, 3, 1])
})

test('owners take turns, however much work one of them has sent before', async () => {
  const { begun, at } = startWork(['x', 'a', 'a', 'a', 'b', 'b', 'c'])
  for (const index of [1, 4, 6, 2]) {
    at(index).end()
    await settled()
  }
  expect(begun).toEqual([0, 1, 4, 6, 2, 5])
})

test('an owner that has filled the queue gives way to others', async () => {
  const { begun, at } = startWork(['a', 'b', 'a', 'a', 'c', 'a'], { longest: 2 })
  await expect(at(3).done).rejects.toMatchObject({ isOwners: true })
  await expect(at(5).done).rejects.toMatchObject({ isOwners: true })
  at(1).end()
  await at(1).done
  await settled()
  expect(begun).toEqual([0, 1, 4])
})

test('work whose caller has disconnected leaves the queue', async () => {
  const { begun, at, queue } = startWork(['a', 'b', 'c', 'd'])
  at(2).gone.abort(new Error('gone'))
  await expect(at(2).done).rejects.toThrow('gone')
  at(0).end()
  await at(0).done
  await settled()
  expect(begun).toEqual([0, 1, 3])
  await expect(queue.run(settled, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
})

test('work that would wait beyond the end of the queue is rejected, and says whether its owner is the cause', async () => {
  const { begun, at } = startWork(['a', 'a', 'a', 'b', 'b'], { longest: 1 })
  const rejection = at(2).done.catch((error: unknown) => error)
  expect(await rejection).toEqual(new BusyError(busy.message, 7, true))
  expect(begun).toEqual([0, 3])
  await expect(at(4).done).rejects.toMatchObject({ isOwners: true })
  at(0).end()
  await at(0).done
  await settled()
  expect(begun).toEqual([0, 3, 1])

  const full = startWork(['', '', ''], { mostOfOwner: 2, longest: 0 })
  await expect(full.at(2).done).rejects.toMatchObject({ isOwners: false, retryAfterSeconds: 7 })
})

test('work that has waited for the longest time is rejected, and never begins', async () => {
  const { begun, at } = startWork(['a', 'b', 'c'], { longestWaitMs: 1 })
  await expect(at(2).done).rejects.toBeInstanceOf(BusyError)
  at(0).end()
  at(1).end()
  await Promise.all([at(0).done, at(1).done])
  await settled()
  expect(begun).toEqual([0, 1])
})
