import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { toast } from '../ui/toasts.ts'
import { expireCached, queryClient, refetchQuietly } from './query-client.ts'

afterEach(() => queryClient.clear())

/** A query on screen whose next responses the test gives. */
async function shownQuery(queryKey: string[], options: { staleTime?: number } = {}) {
  const calls: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const call = Promise.withResolvers<string>()
    calls.push(call)
    return call.promise
  }
  const meta = { errorToast: 'Failed to fetch things' }
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, meta, ...options })
  onTestFinished(observer.subscribe(() => undefined))
  calls[0]?.resolve('first')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('first'))
  return { calls, observer }
}

test('of two quiet refetches that overlap, the end of one does not make the other loud, and a later refetch is', async () => {
  const error = vi.spyOn(toast, 'error').mockReturnValue('id')
  onTestFinished(() => error.mockRestore())
  const one = await shownQuery(['things', 'one'])
  const other = await shownQuery(['things', 'other'])
  const both = refetchQuietly(['things'])
  await vi.waitFor(() => expect([one.calls.length, other.calls.length]).toEqual([2, 2]))
  one.calls[1]?.resolve('second')
  await vi.waitFor(() => expect(one.observer.getCurrentResult().data).toBe('second'))
  const again = refetchQuietly(['things', 'one'])
  await vi.waitFor(() => expect(one.calls).toHaveLength(3))
  other.calls[1]?.resolve('second')
  await both
  one.calls[2]?.reject(new Error('The server is down.'))
  await again
  expect(error).not.toHaveBeenCalled()
  expect(one.observer.getCurrentResult()).toMatchObject({ data: 'second', isError: true })

  const loud = one.observer.refetch()
  await vi.waitFor(() => expect(one.calls).toHaveLength(4))
  one.calls[3]?.reject(new Error('The server is down.'))
  await loud
  expect(error).toHaveBeenCalledTimes(1)
})

test('a new search expires the queries that do not say how long they are fresh, and no others', async () => {
  await shownQuery(['default'])
  await shownQuery(['same-time'], { staleTime: 10_000 })
  expireCached()
  const isExpired = (key: string) => queryClient.getQueryState([key])?.isInvalidated
  expect([isExpired('default'), isExpired('same-time')]).toEqual([true, false])
})
