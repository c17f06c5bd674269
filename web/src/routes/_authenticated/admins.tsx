import { createFileRoute } from '@tanstack/react-router'
import { AdminsPage } from '../../features/admins/admins-page.tsx'
import { staffQuery } from '../../features/admins/queries.ts'
import { useSession } from '../../features/sessions/queries.ts'

export const Route = createFileRoute('/_authenticated/admins')({
  loader: ({ context }) => {
    // not awaited: the page shows at once and says itself what it is waiting for
    void context.queryClient.prefetchQuery(staffQuery)
  },
  component: Admins,
})

function Admins() {
  const { user } = useSession(Route.useRouteContext().session)
  return <AdminsPage me={user} />
}
