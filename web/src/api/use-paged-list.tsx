import type { PageMeta } from '@health-console/contract/http/paging.ts'
import { useQuery, keepPreviousData, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fromSort, type ListState, toSort } from '../shell/list-state.ts'
import type { Sort } from '../table/column.ts'
import { nothingFound } from '../table/data-table.tsx'
import { Pagination } from '../table/pagination.tsx'
import { useListAnnouncement } from '../table/use-list-announcement.ts'
import { ClearSearch } from '../ui/page/clear-search.tsx'
import { useFailedQuery } from './use-failed-query.ts'

/** If the response takes longer, a loading state is shown over the old rows. */
const slowAfterMs = 200

type PagedList<Data, Key extends QueryKey> = {
  options: UseQueryOptions<Data, Error, Data, Key>
  metaOf: (data: Data) => PageMeta | undefined
  /** The title of the error panel. */
  failure: string
  /** The name of a row, in singular and plural. */
  noun: [one: string, several: string]
  columns: { key: string; label: string }[]
  /** The state of the list, from the URL or a dialog. */
  state: ListState
  /** The keys of the columns that sort the list; none if it has only one order. */
  sortKeys?: readonly string[]
  /** Describes the filter of the list, which is its search by default. The total of one list does not apply to another. */
  filter?: string
  /** Writes the changed part of the state. */
  onState: (changed: ListState, options?: { replace: boolean }) => void
  /** The URL of a page, so that it can be opened in a new tab. A dialog has none. */
  hrefOf?: (page: number) => string
}

/** The data and total of a paged list, and the props of its search field and its table. */
export function usePagedList<Data, Key extends QueryKey>(list: PagedList<Data, Key>) {
  const { options, metaOf, failure, noun, columns, state, sortKeys = [], onState, hrefOf } = list
  const { page = 1, search = '' } = state
  const { filter = search } = list
  const sort = toSort(state, sortKeys)
  const query = useListQuery(options, filter)
  const { data, isOtherList, isOther, isFetchingOther, isFetching, failed } = query
  const meta = data && metaOf(data)
  const pastEnd = meta && !isOther && meta.page > meta.totalPages ? meta.totalPages : undefined
  useEffect(() => {
    if (pastEnd !== undefined) onState({ page: pastEnd }, { replace: true })
    // The effect runs once for each page that turns out not to exist.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pastEnd])
  const status = useListAnnouncement({ noun, search: filter, sort, columns }, isOther || isFetching ? undefined : meta)
  return {
    data,
    meta,
    /** The total; undefined while another list is being fetched. */
    count: isOtherList ? null : (meta?.totalAmount ?? null),
    isFetching,
    search: {
      value: search,
      busy: isFetchingOther,
      onSearch: (text: string) => onState({ search: text, page: undefined }),
    },
    table: {
      ...(search !== '' && {
        empty: { ...nothingFound, action: <ClearSearch onClear={() => onState({ search: '', page: undefined })} /> },
      }),
      loading: query.loading || pastEnd !== undefined,
      failed: failed && { title: failure, ...failed },
      isOld: isOther,
      status,
      scrollKey: `${page} ${search} ${sort?.key} ${sort?.order}`,
      ...(sortKeys.length > 0 && {
        sort,
        onSort: (next: Sort | null) => onState({ ...fromSort(next), page: undefined }),
      }),
      footer: (
        <Pagination
          page={pastEnd ?? page}
          meta={meta}
          isOld={isOtherList}
          onPage={(next) => onState({ page: next })}
          hrefOf={hrefOf}
        />
      ),
    },
  }
}

/**
 * Fetches a list, with its state for a data table. Old rows stay until the next response.
 * @param list identifies the list, for example by its search
 */
export function useListQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  list: string,
) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const isSlow = useLater(query.isPlaceholderData)
  const failed = useFailedQuery(query)
  const [shown, setShown] = useState({ list, data: query.data })
  const isOwn = query.data !== undefined && !query.isPlaceholderData
  if (isOwn && (shown.list !== list || shown.data !== query.data)) setShown({ list, data: query.data })
  // A page that could not be fetched does not replace the one that is being read.
  const showsOld = query.isLoadingError && shown.data !== undefined
  return {
    data: query.data ?? (showsOld ? shown.data : undefined),
    loading: query.isPending || isSlow,
    /** Whether the shown rows belong to another list, so that its total does not apply. */
    isOtherList: (isSlow || showsOld) && shown.list !== list,
    /**
     * Whether the shown rows belong to another page, search or order, which is being fetched or could not be fetched.
     */
    isOther: query.isPlaceholderData || showsOld,
    /** Whether another page, search or order is being fetched. */
    isFetchingOther: query.isPlaceholderData,
    isFetching: query.isFetching,
    error: query.error,
    failed,
  }
}

/** Whether `isActive` has been true for at least this time. */
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
