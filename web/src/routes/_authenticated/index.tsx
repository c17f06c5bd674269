import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../../api/query-client.ts'
import { usersQuery } from '../../features/users/queries.ts'
import { UsersPage } from '../../features/users/users-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'
import { readListState } from '../../shell/list-state.ts'

export const Route = createFileRoute('/_authenticated/')({
  validateSearch: readListState,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, preload }) => {
    // The request is not awaited, because the page shows at once that it is loading.
    if (!preload) prefetch(usersQuery(deps))
  },
  component: Users,
})

function Users() {
  const { user } = useSession(Route.useRouteContext().session)
  return <UsersPage me={user} />
}
