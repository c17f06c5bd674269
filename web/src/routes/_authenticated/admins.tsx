import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client.ts'
import { AdminsPage } from '../../features/admins/admins-page.tsx'
import { staffQuery } from '../../features/admins/queries.ts'
import { useSession } from '../../features/sessions/use-session.ts'

export const Route = createFileRoute('/_authenticated/admins')({
  loader: () => {
    // not awaited: the page shows at once and says itself what it is waiting for
    void queryClient.prefetchQuery(staffQuery)
  },
  component: Admins,
})

function Admins() {
  const { user } = useSession(Route.useRouteContext().session)
  return <AdminsPage me={user} />
}
