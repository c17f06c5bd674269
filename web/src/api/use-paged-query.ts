import type { PageMeta } from '@health-console/contract/paging.ts'
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRetry } from './use-retry.ts'

/** An answer within this time replaces the old rows without a loading state. */
const slowAfterMs = 200

type PagedQuery<Data, Key extends QueryKey> = {
  options: UseQueryOptions<Data, Error, Data, Key>
  metaOf: (data: Data) => PageMeta
  /** Identifies the list, for example by its search: the total of one does not apply to the next. */
  list: string
  /** The page does not exist (any more); this is the last one that does. */
  onPastEnd: (lastPage: number) => void
}

/** A list, and what a data table has to know about its fetching. What was shown stays until the next answer. */
export function useListQuery<Data, Key extends QueryKey>(options: PagedQuery<Data, Key>['options'], list: string) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const isSlow = useLater(query.isPlaceholderData)
  const failed = useRetry(query)
  const [shownList, setShownList] = useState(list)
  if (query.data && !query.isPlaceholderData && shownList !== list) setShownList(list)
  return {
    data: query.data,
    loading: query.isPending || isSlow,
    /** What is shown belongs to another list: its total is not this one's. */
    isOtherList: isSlow && shownList !== list,
    /** Whether another page, search or order has been asked for. */
    asking: query.isPlaceholderData,
    fetching: query.isFetching,
    error: query.error,
    failed,
  }
}

/** One page of a list, its paging, and what a data table has to know about its fetching. */
export function usePagedQuery<Data, Key extends QueryKey>(paged: PagedQuery<Data, Key>) {
  const { options, metaOf, list, onPastEnd } = paged
  const query = useListQuery(options, list)
  const meta = query.data && metaOf(query.data)
  const pastEnd = meta && !query.asking && meta.page > meta.totalPages ? meta.totalPages : undefined
  useEffect(() => {
    if (pastEnd !== undefined) onPastEnd(pastEnd)
    // once for each page that turns out not to exist
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pastEnd])
  return { ...query, meta, loading: query.loading || pastEnd !== undefined }
}

/** Whether something has been going on for longer than that. */
function useLater(isGoingOn: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setIsLate(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isGoingOn])
  return isGoingOn && isLate
}
