import type { PageMeta } from '@health-console/contract/paging.ts'
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A page that arrives within this time replaces the one before without a flash of nothing. */
const patienceMs = 200

type PagedQuery<Data, Key extends QueryKey> = {
  options: UseQueryOptions<Data, Error, Data, Key>
  metaOf: (data: Data) => PageMeta
  /** The page does not exist (any more); this is the last one that does. */
  onPastEnd: (lastPage: number) => void
  /** Rows of another list must not show under this one's heading, however briefly. */
  isSameList?: (previousKey: Key) => boolean
}

/** One page of a list, its paging, and what a data table has to know about its fetching. */
export function usePagedQuery<Data, Key extends QueryKey>(paged: PagedQuery<Data, Key>) {
  const { options, metaOf, onPastEnd, isSameList = () => true } = paged
  const query = useQuery({
    ...options,
    placeholderData: (previous, previousQuery) =>
      previousQuery && isSameList(previousQuery.queryKey) ? previous : undefined,
  })
  const patienceIsOver = useLater(query.isPlaceholderData)
  const meta = query.data && metaOf(query.data)
  const pastEnd = meta && !query.isPlaceholderData && meta.page > meta.totalPages ? meta.totalPages : undefined

  useEffect(() => {
    if (pastEnd !== undefined) onPastEnd(pastEnd)
    // once for each page that turns out not to exist
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pastEnd])

  return {
    data: query.data,
    meta,
    loading: query.isPending || patienceIsOver || pastEnd !== undefined,
    fetching: query.isFetching,
    failed: query.isLoadingError ? { onRetry: () => void query.refetch(), retrying: query.isFetching } : null,
  }
}

/** Whether something has been going on for longer than patience lasts. */
function useLater(isGoingOn: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isGoingOn])
  return isGoingOn && isLate
}
