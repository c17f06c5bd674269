import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../../api/query-client.ts'
import { staffQuery } from '../../api/staff-query.ts'
import { ReviewLine } from '../../features/access-review/review-line.tsx'
import { AdminsPage } from '../../features/admins/admins-page.tsx'
import { InvitationState } from '../../features/invitations/invitation-state.tsx'
import { ResendInvite } from '../../features/invitations/resend-invite.tsx'
import { useSession } from '../../features/sessions/use-session.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { type ListState, readListState } from '../../shell/list-state.ts'

export const Route = createFileRoute('/_authenticated/admins')({
  validateSearch: (search: Record<string, unknown>): ListState & { dialog?: 'invite' | undefined } => ({
    ...readListState(search),
    dialog: search.dialog === 'invite' ? search.dialog : undefined,
  }),
  loader: ({ preload }) => {
    // not awaited, because the page shows at once what it is loading
    if (!preload) prefetch(staffQuery)
  },
  component: Admins,
})

const InviteDialog = fetchedLater(
  async () => (await import('../../features/invitations/invite-dialog.tsx')).InviteDialog,
)

const OpenSessionsDialog = fetchedLater(
  async () => (await import('../../features/sessions/open-sessions-dialog.tsx')).OpenSessionsDialog,
)

function Admins() {
  useFetchAhead(InviteDialog)
  const { user } = useSession(Route.useRouteContext().session)
  const { dialog, ...state } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <AdminsPage
        me={user}
        state={state}
        onState={(search) => void navigate({ search, replace: true })}
        inviteDialog={(onClose) => <InviteDialog onClose={onClose} />}
        invitationState={(invitee, atMs) => <InvitationState invitee={invitee} atMs={atMs} />}
        sessionsDialog={(admin, onClose) => <OpenSessionsDialog of={admin} onClose={onClose} />}
        resendInvite={(invitee) => <ResendInvite invitee={invitee} />}
        reviewLine={user.role === 'super_admin' && <ReviewLine />}
      />
      {dialog && user.role === 'super_admin' && (
        <InviteDialog onClose={() => void navigate({ search: state, replace: true })} />
      )}
    </>
  )
}
