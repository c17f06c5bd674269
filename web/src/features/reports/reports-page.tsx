import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFound } from '../../api/errors.ts'
import { useRetry } from '../../api/use-retry.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { findListedUser, titleOf, userQuery } from './queries.ts'
import { UserNotFound } from './user-not-found.tsx'
import { UserReports } from './user-reports.tsx'

const route = getRouteApi('/_authenticated/user/$userId')

type ReportsPageProps = {
  /** Further content about the person. */
  more?: ((userId: string, name: string) => ReactNode) | undefined
}

/** Loads the user, then their reports. */
export function ReportsPage({ more }: ReportsPageProps) {
  const { userId } = route.useParams()
  const user = useQuery(userQuery(userId))
  const failed = useRetry(user)
  const person = user.data?.data ?? findListedUser(userId)
  useDocumentTitle(person ? titleOf(person) : null)

  if (isNotFound(user.error)) return <UserNotFound />
  // the key gives each user their own date picker and download
  return (
    <UserReports
      key={userId}
      userId={userId}
      person={person}
      isLoaded={user.isSuccess}
      userFailed={failed}
      more={more}
    />
  )
}
