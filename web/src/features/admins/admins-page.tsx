import type { Admin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { ShieldUserIcon, UserPlusIcon } from 'lucide-react'
import { failedToFetchStaff, staffQuery } from '../../api/staff-query.ts'
import { useRetry } from '../../api/use-retry.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fromSort, type ListState, toSort } from '../../shell/list-state.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { useListStatus } from '../../table/use-list-status.ts'
import { sortRows } from '../../table/sort-rows.ts'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { columns, narrowBelowPx, narrowColumns, sortKeys } from './columns.tsx'
import { findPeople, isInvitee } from './person.ts'
import { staffActions } from './staff-actions.tsx'
import { useConfirmRevoke } from './use-confirm-revoke.tsx'

/** With no more people than this there is no search. */
const manyPeople = 20
/** The search is local, so it does not have to wait as long as one on the server. */
const filterDelayMs = 150

type AdminsPageProps = {
  me: Admin
  state: ListState
  onState: (state: ListState) => void
  inviteDialog: (onClose: () => void) => ReactNode
  /** @param atMs when the list was fetched */
  invitationState: (invitee: Invitee, atMs: number) => ReactNode
  resendInvite: (invitee: Invitee) => ReactNode
  sessionsDialog: (admin: Admin, onClose: () => void) => ReactNode
  /** Shown under the title. */
  reviewLine?: ReactNode
}

export function AdminsPage(props: AdminsPageProps) {
  const { me, state, onState, inviteDialog, invitationState, resendInvite, sessionsDialog, reviewLine } = props
  useDocumentTitle('Admins')
  const staff = useQuery(staffQuery)
  const failed = useRetry(staff)
  const [isInviting, setIsInviting] = useState(false)
  const [sessionsOf, setSessionsOf] = useState<Admin | null>(null)
  const confirmRevoke = useConfirmRevoke()
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const { search = '' } = state
  const sort = toSort(state, sortKeys)
  const pending = staff.data?.invitees.length ?? 0
  const people = staff.data ? [...staff.data.admins, ...staff.data.invitees] : []
  const rows = findPeople(people, search).map((person) => ({
    id: person.id,
    person,
    isMe: person.id === me.id,
    invitationState: isInvitee(person) && invitationState(person, staff.dataUpdatedAt),
    actions: staffActions({
      me,
      person,
      resend: isInvitee(person) && resendInvite(person),
      onSessions: setSessionsOf,
      onRevoke: confirmRevoke,
    }),
  }))

  const status = useListStatus(
    { noun: ['admin', 'admins'], search, sort, columns },
    staff.data && { page: 1, totalAmount: rows.length, totalPages: 1 },
  )

  return (
    <>
      <PageHeader
        icon={ShieldUserIcon}
        title="Admins"
        badge={staff.data && <Badge colour={pending > 0 ? 'yellow' : 'grey'} label={`${pending} pending`} />}
        below={reviewLine}
        tools={
          <>
            {(people.length > manyPeople || search !== '') && (
              <SearchField
                label="Search by name or e-mail"
                value={search}
                delayMs={filterDelayMs}
                onSearch={(text) => onState({ ...state, search: text })}
              />
            )}
            {me.role === 'super_admin' && (
              <Button variant="primary" startIcon={UserPlusIcon} onClick={() => setIsInviting(true)}>
                Invite
              </Button>
            )}
          </>
        }
      />
      <DataTable
        label="Admins"
        ref={table}
        columns={isNarrow ? narrowColumns : columns}
        rows={sortRows(rows, columns, sort)}
        sort={sort}
        onSort={(next) => onState({ ...state, ...fromSort(next) })}
        {...(search !== '' && { empty: nothingFound })}
        status={status}
        loading={staff.isPending}
        failed={failed && { title: failedToFetchStaff, ...failed }}
      />
      {isInviting && inviteDialog(() => setIsInviting(false))}
      {sessionsOf && sessionsDialog(sessionsOf, () => setSessionsOf(null))}
    </>
  )
}
