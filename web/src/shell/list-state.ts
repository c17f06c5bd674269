import type { Sort } from '../table/column.ts'
import { toPage, toSearchText } from './url-search.ts'

/** A list's state in the URL. Defaults (first page, no search, the list's own order) are left out. */
export type ListState = {
  page?: number | undefined
  search?: string | undefined
  /** This may be a column that does not exist, because the URL is read before the columns are loaded. */
  sort?: string | undefined
  order?: 'desc' | undefined
}

export function readListState(search: Record<string, unknown>): ListState {
  const sort = typeof search.sort === 'string' && search.sort !== '' ? search.sort : undefined
  return {
    page: toPage(search.page),
    search: toSearchText(search.search),
    sort,
    order: sort && search.order === 'desc' ? 'desc' : undefined,
  }
}

/** The sort in the URL; null if the column cannot be sorted. */
export function toSort<Key extends string>(
  { sort, order }: ListState,
  keys: readonly Key[],
): (Sort & { key: Key }) | null {
  const key = keys.find((each) => each === sort)
  return key ? { key, order: order ?? 'asc' } : null
}

/** The sort in the form of the URL. */
export function fromSort(sort: Sort | null): Pick<ListState, 'sort' | 'order'> {
  return { sort: sort?.key, order: sort?.order === 'desc' ? 'desc' : undefined }
}

/** The state in the form of the API. */
export function toListQuery<Key extends string>(state: ListState, keys: readonly Key[]) {
  const { page = 1, search } = state
  const sort = toSort(state, keys)
  return { page: String(page), search, sort: sort?.key, order: sort?.order }
}
