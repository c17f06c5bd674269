import { expect, test } from 'vitest'
import { createScanTurns } from './scan-turns.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work of several owners, each of which ends when the test requests it. */
function startWork(owners: string[], most = 2) {
  const turns = createScanTurns(most)
  const begun: number[] = []
  const works = owners.map((owner, index) => {
    const gone = new AbortController()
    const work = Promise.withResolvers<string>()
    const done = turns.take(owner, gone.signal, () => {
      begun.push(index)
      return work.promise
    })
    return { gone, end: () => work.resolve('done'), fail: () => work.reject(new Error('failed')), done }
  })
  const at = (index: number) => {
    const work = works[index]
    if (!work) throw new Error('no such work')
    return work
  }
  return { begun, at }
}

test('two scans run at once, and the others follow in their order, also after a failed one', async () => {
  const { begun, at } = startWork(['a', 'b', 'c', 'd'])
  await settled()
  expect(begun).toEqual([0, 1])
  at(1).fail()
  await expect(at(1).done).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  at(0).end()
  expect(await at(0).done).toBe('done')
  await settled()
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a session has one scan at a time, and does not delay those of others meanwhile', async () => {
  const { begun, at } = startWork(['a', 'a', 'a', 'b'])
  await settled()
  expect(begun).toEqual([0, 3])
  at(0).end()
  await at(0).done
  await settled()
  expect(begun).toEqual([0, 3, 1])
})

test('a scan whose caller has disconnected leaves the queue', async () => {
  const { begun, at } = startWork(['a', 'b', 'c', 'd'])
  at(2).gone.abort(new Error('gone'))
  await expect(at(2).done).rejects.toThrow('gone')
  at(0).end()
  await at(0).done
  await settled()
  expect(begun).toEqual([0, 1, 3])
  const turns = createScanTurns(1)
  await expect(turns.take('a', AbortSignal.abort(new Error('gone')), settled)).rejects.toThrow('gone')
})
