import { expect, test } from 'vitest'
import { inOneTab } from './in-one-tab.ts'

const { signal } = new AbortController()

test('work with the same name runs in one tab at a time, and the next starts once it ends', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const first = inOneTab('a file', signal, () => {
    take()
    return held
  })
  await taken
  await expect(inOneTab('a file', signal, async () => 'done', 50)).rejects.toThrow('in another tab')
  await expect(inOneTab('another file', signal, async () => 'done')).resolves.toBe('done')
  const next = inOneTab('a file', signal, async () => 'done')
  release()
  await expect(next).resolves.toBe('done')
  await first
})

test('an error of the work, and a pause while waiting, are passed on unchanged', async () => {
  const failing = inOneTab('a file', signal, () => Promise.reject(new Error('rejected')))
  await expect(failing).rejects.toThrow('rejected')
  const pause = new AbortController()
  pause.abort(new Error('paused'))
  await expect(inOneTab('a file', pause.signal, async () => 'done')).rejects.toThrow('paused')
})
