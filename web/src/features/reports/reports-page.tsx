import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileBracesIcon } from 'lucide-react'
import { isNotFound } from '../../api/errors.ts'
import { useRetry } from '../../api/use-retry.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorPanel, LoadingState } from '../../ui/empty-state.tsx'
import { fullNameOf, userQuery } from './queries.ts'
import { ReportsBreadcrumb } from './reports-breadcrumb.tsx'
import { UserNotFound } from './user-not-found.tsx'
import { UserReports } from './user-reports.tsx'

const route = getRouteApi('/_authenticated/user/$userId')

/** Loads the user, then their reports. */
export function ReportsPage() {
  const { userId } = route.useParams()
  const user = useQuery(userQuery(userId))
  const failed = useRetry(user)
  const title = user.data && `${fullNameOf(user.data.data)}\`s reports`
  useDocumentTitle(title ?? null)

  if (isNotFound(user.error)) return <UserNotFound />
  // the key gives each user a date picker and a download of their own
  if (user.data && title) return <UserReports key={userId} user={user.data.data} title={title} />
  return (
    <>
      {failed && <PageHeader breadcrumb={<ReportsBreadcrumb current="User" />} icon={FileBracesIcon} title="Reports" />}
      {failed ? <ErrorPanel title="Failed to fetch data" {...failed} /> : <LoadingState />}
    </>
  )
}
