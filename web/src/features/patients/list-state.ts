import { toPage, toSearchText } from '../../shell/url-search.ts'

/** The list's state in the URL. Defaults (first page, no search, file order) are left out. */
export type PatientListState = {
  page?: number | undefined
  search?: string | undefined
  /** Perhaps not a column's key: the URL is read before the columns are loaded. */
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
