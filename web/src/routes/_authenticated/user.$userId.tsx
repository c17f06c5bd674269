import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../../api/query-client.ts'
import { userQuery } from '../../features/reports/queries.ts'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'
import { type Days, readDays } from '../../lib/days.ts'
import { toPage } from '../../shell/url-search.ts'

export const Route = createFileRoute('/_authenticated/user/$userId')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } & Days => ({
    page: toPage(search.page),
    ...readDays(search),
  }),
  loader: ({ params, preload }) => {
    if (!preload) prefetch(userQuery(params.userId))
  },
  component: UserReports,
})

function UserReports() {
  const { user } = useSession(Route.useRouteContext().session)
  return <ReportsPage me={user} />
}
