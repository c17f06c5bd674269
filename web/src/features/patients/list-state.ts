import { toPage, toSearchText } from '../../shell/url-search.ts'

/** What of the list stands in the address; the first page, no search and the order of the file do not. */
export type PatientListState = {
  page?: number | undefined
  search?: string | undefined
  /** A column's key, if it is one: the address is read before the columns are fetched. */
  sort?: string | undefined
  order?: 'desc' | undefined
}

export function readListState(search: Record<string, unknown>): PatientListState {
  const sort = typeof search.sort === 'string' && search.sort !== '' ? search.sort : undefined
  return {
    page: toPage(search.page),
    search: toSearchText(search.search),
    sort,
    order: sort && search.order === 'desc' ? 'desc' : undefined,
  }
}
