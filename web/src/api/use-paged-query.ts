import type { PageMeta } from '@health-console/contract/paging.ts'
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRetry } from './use-retry.ts'

/** If the answer takes longer, a loading state is shown over the old rows. */
const slowAfterMs = 200

type PagedQuery<Data, Key extends QueryKey> = {
  options: UseQueryOptions<Data, Error, Data, Key>
  metaOf: (data: Data) => PageMeta
  /** Identifies the list, for example by its search. The total of one list does not apply to another. */
  list: string
  /** Called with the last page when the requested page does not exist (any more). */
  onPastEnd: (lastPage: number) => void
}

/** Fetches a list, with its state for a data table. Old rows stay until the next answer. */
export function useListQuery<Data, Key extends QueryKey>(options: PagedQuery<Data, Key>['options'], list: string) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const isSlow = useLater(query.isPlaceholderData)
  const failed = useRetry(query)
  const [shownList, setShownList] = useState(list)
  if (query.data && !query.isPlaceholderData && shownList !== list) setShownList(list)
  return {
    data: query.data,
    loading: query.isPending || isSlow,
    /** Whether the shown rows belong to another list, so that its total does not apply. */
    isOtherList: isSlow && shownList !== list,
    /** Whether another page, search or order is being fetched. */
    isFetchingOther: query.isPlaceholderData,
    fetching: query.isFetching,
    error: query.error,
    failed,
  }
}

/** Fetches one page of a list, with its paging and state for a data table. */
export function usePagedQuery<Data, Key extends QueryKey>(paged: PagedQuery<Data, Key>) {
  const { options, metaOf, list, onPastEnd } = paged
  const query = useListQuery(options, list)
  const meta = query.data && metaOf(query.data)
  const pastEnd = meta && !query.isFetchingOther && meta.page > meta.totalPages ? meta.totalPages : undefined
  useEffect(() => {
    if (pastEnd !== undefined) onPastEnd(pastEnd)
    // once for each page that turns out not to exist
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pastEnd])
  return { ...query, meta, loading: query.loading || pastEnd !== undefined }
}

/** Whether `active` has been true for at least this time. */
function useLater(isActive: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setIsLate(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isActive])
  return isActive && isLate
}
