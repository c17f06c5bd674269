import { toPage } from '../../shell/url-search.ts'

/** The state of the page in the URL. */
export type FindingsState = { page?: number | undefined; state?: 'answered' | undefined }

export const readFindingsState = (search: Record<string, unknown>): FindingsState => ({
  page: toPage(search.page),
  state: search.state === 'answered' ? 'answered' : undefined,
})
