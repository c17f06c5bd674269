import type { Admin } from '@health-console/contract/staff/admins.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ShieldUserIcon, UserPlusIcon } from 'lucide-react'
import { adminsQuery, failedToFetchAdmins, failedToFetchInvitees, inviteesQuery } from '../../api/staff-query.ts'
import { useFailedQuery } from '../../api/use-failed-query.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { AdminPageSegments } from '../../shell/page-segments.tsx'
import { sendsMail } from '../../shell/page-settings.ts'
import { fromSort, type ListState, toSort } from '../../shell/list-state.ts'
import type { Sort } from '../../table/column.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { useListAnnouncement } from '../../table/use-list-announcement.ts'
import { OrderMenu, SearchAndOrder } from '../../table/search-and-order.tsx'
import { sortRows } from '../../table/sort-rows.ts'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ClearSearch } from '../../ui/page/clear-search.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { ReviewLine } from '../access-review/review-line.tsx'
import type { InvitationLink } from '../invitations/invitation-links.ts'
import { columns, narrowBelowPx, sortKeys } from './columns.tsx'
import { filterStaff } from './staff-entry.ts'
import { StaffActions } from './staff-actions.tsx'
import { useConfirmRevoke } from './use-confirm-revoke.tsx'

const InviteDialog = fetchedLater(async () => (await import('../invitations/invite-dialog.tsx')).InviteDialog)
const LinksDialog = fetchedLater(async () => (await import('../invitations/links-dialog.tsx')).LinksDialog)
const OpenSessionsDialog = fetchedLater(
  async () => (await import('../sessions/open-sessions-dialog.tsx')).OpenSessionsDialog,
)

/** There is no search for a list of up to this many rows. */
const searchFrom = 20
/** The search is local, so it does not have to wait as long as one on the server. */
const filterDelayMs = 150

/** The state in the URL. The dialog is part of it, so that the palette can open it from anywhere. */
type AdminsState = ListState & { dialog?: 'invite' | undefined }

type AdminsPageProps = { me: Admin; state: AdminsState; onState: (state: AdminsState) => void }

export function AdminsPage({ me, state, onState }: AdminsPageProps) {
  useDocumentTitle('Admins')
  useFetchAhead(InviteDialog, ...(sendsMail ? [] : [LinksDialog]))
  const admins = useQuery(adminsQuery)
  const invitees = useQuery(inviteesQuery)
  const failedAdmins = useFailedQuery(admins)
  const failedInvitees = useFailedQuery(invitees)
  const failures = [
    failedAdmins && { title: failedToFetchAdmins, ...failedAdmins },
    failedInvitees && { title: failedToFetchInvitees, ...failedInvitees },
  ].filter((each) => each !== null)
  const [sessionsOf, setSessionsOf] = useState<Admin | null>(null)
  const [links, setLinks] = useState<InvitationLink[]>([])
  const confirmRevoke = useConfirmRevoke()
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const { search = '', dialog } = state
  const isSuperAdmin = me.role === 'super_admin'
  const sort = toSort(state, sortKeys)
  const setSort = (next: Sort | null) => onState({ ...state, ...fromSort(next) })
  const pending = invitees.data?.length ?? 0
  // The rows appear together, so that none of them moves.
  const loading = admins.isPending || invitees.isPending
  const entries = loading ? [] : [...(admins.data ?? []), ...(invitees.data ?? [])]
  const rows = filterStaff(entries, search).map((entry) => ({
    id: entry.id,
    entry,
    isMe: entry.id === me.id,
    atMs: admins.dataUpdatedAt,
    actions: (isFolded: boolean) => (
      <StaffActions
        me={me}
        entry={entry}
        isNarrow={isFolded}
        onSessions={setSessionsOf}
        onRevoke={confirmRevoke}
        onLinks={setLinks}
      />
    ),
  }))

  const hasSearch = entries.length > searchFrom || search !== ''
  const status = useListAnnouncement(
    { noun: ['admin', 'admins'], search, sort, columns },
    admins.data && invitees.data && { page: 1, totalAmount: rows.length, totalPages: 1 },
  )

  return (
    <>
      <PageHeader
        icon={ShieldUserIcon}
        title="Admins"
        badge={pending > 0 && <Badge colour="yellow" label={`${pending} pending`} />}
        menu={!hasSearch && isNarrow && <OrderMenu columns={columns} sort={sort} onSort={setSort} />}
        below={isSuperAdmin && <ReviewLine />}
        tools={
          <>
            {hasSearch && (
              <SearchAndOrder isNarrow={isNarrow} columns={columns} sort={sort} onSort={setSort}>
                <SearchField
                  label="Search by name or email"
                  value={search}
                  delayMs={filterDelayMs}
                  onSearch={(text) => onState({ ...state, search: text })}
                />
              </SearchAndOrder>
            )}
            {isSuperAdmin && <AdminPageSegments />}
            {isSuperAdmin && (
              <Button
                variant="primary"
                startIcon={UserPlusIcon}
                onClick={() => onState({ ...state, dialog: 'invite' })}
              >
                Invite
              </Button>
            )}
          </>
        }
      />
      <DataTable
        label="Admins"
        ref={table}
        isNarrow={isNarrow}
        columns={columns}
        rows={sortRows(rows, columns, sort)}
        sort={sort}
        onSort={setSort}
        {...(search !== '' && {
          empty: { ...nothingFound, action: <ClearSearch onClear={() => onState({ ...state, search: '' })} /> },
        })}
        status={status}
        loading={loading}
        failed={failures[0] && { ...failures[0], onRetry: () => failures.forEach(({ onRetry }) => onRetry()) }}
      />
      {dialog && isSuperAdmin && (
        <InviteDialog onLinks={setLinks} onClose={() => onState({ ...state, dialog: undefined })} />
      )}
      {links.length > 0 && <LinksDialog links={links} onClose={() => setLinks([])} />}
      {sessionsOf && <OpenSessionsDialog of={sessionsOf} onClose={() => setSessionsOf(null)} />}
    </>
  )
}
