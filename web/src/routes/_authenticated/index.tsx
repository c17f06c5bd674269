import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../../api/query-client.ts'
import { usersQuery } from '../../features/users/queries.ts'
import { UsersPage } from '../../features/users/users-page.tsx'
import { toPage, toSearchText } from '../../shell/url-search.ts'

export const Route = createFileRoute('/_authenticated/')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined; search?: string | undefined } => ({
    page: toPage(search.page),
    search: toSearchText(search.search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    // not awaited: the page shows at once and says itself what it is waiting for
    prefetch(usersQuery(deps))
  },
  component: UsersPage,
})
