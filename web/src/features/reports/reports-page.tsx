import type { Admin } from '@health-console/contract/staff/admins.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '../../api/errors.ts'
import { useFailedQuery } from '../../api/use-failed-query.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { findListedUser, userQuery } from './queries.ts'
import { UserReports } from './user-reports.tsx'

const UserNotFound = fetchedLater(async () => (await import('./user-not-found.tsx')).UserNotFound, 'section')

const route = getRouteApi('/_authenticated/user/$userId')

/** Loads the user, then their reports. */
export function ReportsPage({ me }: { me: Admin }) {
  const { userId } = route.useParams()
  const query = useQuery(userQuery(userId))
  const failed = useFailedQuery(query)
  const user = query.data?.data ?? findListedUser(userId)
  useDocumentTitle('User reports')

  if (isNotFound(query.error)) return <UserNotFound me={me} userId={userId} />
  // The key gives each user their own date picker and download.
  return (
    <UserReports
      key={userId}
      me={me}
      userId={userId}
      user={user}
      isLoaded={query.isSuccess}
      hasLegalHold={query.data?.data.hasLegalHold ?? false}
      userFailed={failed}
    />
  )
}
