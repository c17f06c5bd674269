import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../../../api/query-client.ts'
import { adminsQuery, inviteesQuery } from '../../../api/staff-query.ts'
import { AdminsPage } from '../../../features/admins/admins-page.tsx'
import { useSession } from '../../../features/sessions/use-session.ts'
import { type ListState, readListState } from '../../../shell/list-state.ts'

export const Route = createFileRoute('/_authenticated/admins/')({
  validateSearch: (search: Record<string, unknown>): ListState & { dialog?: 'invite' | undefined } => ({
    ...readListState(search),
    dialog: search.dialog === 'invite' ? search.dialog : undefined,
  }),
  loader: ({ preload }) => {
    if (preload) return
    // The requests are not awaited, because the page shows at once that it is loading.
    prefetch(adminsQuery)
    prefetch(inviteesQuery)
  },
  component: Admins,
})

function Admins() {
  const { user } = useSession(Route.useRouteContext().session)
  const state = Route.useSearch()
  const navigate = Route.useNavigate()
  return <AdminsPage me={user} state={state} onState={(search) => void navigate({ search, replace: true })} />
}
