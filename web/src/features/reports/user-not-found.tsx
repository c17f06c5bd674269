import type { Admin } from '@health-console/contract/staff/admins.ts'
import { unknownUser } from '@health-console/contract/users/users.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRoundIcon } from 'lucide-react'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { UserMenu } from '../users/user-menu.tsx'

const route = getRouteApi('/_authenticated/user/$userId')

/** There is no user with the ID in the URL. There may still be reports, which a super admin can download and erase. */
export function UserNotFound({ me, userId }: { me: Admin; userId: string }) {
  const navigate = route.useNavigate()
  useDocumentTitle('User not found')
  const unknown = { id: userId, ...unknownUser }
  const isSuperAdmin = me.role === 'super_admin'
  return (
    <>
      <PageHeader
        icon={UsersRoundIcon}
        title="User not found"
        tools={
          isSuperAdmin && (
            <UserMenu user={unknown} name={userId} hasLegalHold={false} onErased={() => void navigate({ to: '/' })} />
          )
        }
      />
      <EmptyState
        title="There’s no user with this ID."
        subtitle={`The link may be incomplete. Find the user in the list instead.${isSuperAdmin ? ' If the console has only their reports, use “…” to export or erase them.' : ''}`}
        action={
          <Link className={buttonClass()} to="/" preload={false}>
            Go to users
          </Link>
        }
      />
    </>
  )
}
