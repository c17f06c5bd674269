import type { Admin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { ShieldUserIcon, UserPlusIcon } from 'lucide-react'
import { failedToFetchStaff, staffQuery } from '../../api/staff-query.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { columns, narrowBelowPx, narrowColumns } from './columns.tsx'
import { isInvitee } from './person.ts'
import { staffActions } from './staff-actions.tsx'
import { useAskToRevoke } from './use-ask-to-revoke.tsx'

type AdminsPageProps = {
  me: Admin
  inviteDialog: (onClose: () => void) => ReactNode
  /** @param atMs when the list was fetched */
  invitationState: (invitee: Invitee, atMs: number) => ReactNode
  resendInvite: (invitee: Invitee) => ReactNode
}

export function AdminsPage({ me, inviteDialog, invitationState, resendInvite }: AdminsPageProps) {
  useDocumentTitle('Admins')
  const staff = useQuery(staffQuery)
  const [isInviting, setIsInviting] = useState(false)
  const askToRevoke = useAskToRevoke()
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const people = staff.data ? [...staff.data.admins, ...staff.data.invitees] : []

  return (
    <>
      <PageHeader
        icon={ShieldUserIcon}
        title="Admins"
        badge={staff.data && <PendingBadge count={staff.data.invitees.length} />}
        tools={
          me.role === 'super_admin' && (
            <Button variant="primary" startIcon={UserPlusIcon} onClick={() => setIsInviting(true)}>
              Invite
            </Button>
          )
        }
      />
      <DataTable
        label="Admins"
        ref={table}
        columns={isNarrow ? narrowColumns : columns}
        rows={people.map((person) => ({
          id: person.id,
          person,
          isMe: person.id === me.id,
          invitationState: isInvitee(person) && invitationState(person, staff.dataUpdatedAt),
          actions: staffActions({
            me,
            person,
            resend: isInvitee(person) && resendInvite(person),
            onRevoke: askToRevoke,
          }),
        }))}
        loading={staff.isPending}
        failed={
          staff.isLoadingError
            ? { title: failedToFetchStaff, onRetry: () => void staff.refetch(), retrying: staff.isFetching }
            : null
        }
      />
      {isInviting && inviteDialog(() => setIsInviting(false))}
    </>
  )
}

function PendingBadge({ count }: { count: number }) {
  return <Badge colour={count > 0 ? 'yellow' : 'grey'} label={`${count} pending`} />
}
