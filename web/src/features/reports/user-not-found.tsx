import { Link } from '@tanstack/react-router'
import { UsersRoundIcon } from 'lucide-react'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** No user has the id in the URL. */
export function UserNotFound() {
  useDocumentTitle('User not found')
  return (
    <>
      <PageHeader icon={UsersRoundIcon} title="User not found" />
      <EmptyState
        title="There is no user with this ID."
        subtitle="The address may be incomplete. Look for the person in the list of users."
        action={
          <Link className={buttonClass()} to="/" preload={false}>
            Go to users
          </Link>
        }
      />
    </>
  )
}
