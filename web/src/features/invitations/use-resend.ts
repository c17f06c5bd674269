import type { Invitee } from '@health-console/contract/staff/invitations.ts'
import { showFailure } from '../../api/show-failure.ts'
import { toast } from '../../ui/toasts.ts'
import { linksIn, type InvitationLink } from './invitation-links.ts'
import { useResendInvite } from './queries.ts'

/**
 * Resends an invitation.
 * @param onLinks called if the console sends no email, so that a super admin sees the new link
 */
export function useResend(onLinks: (links: InvitationLink[]) => void) {
  const resend = useResendInvite()
  const send = ({ email, role }: Invitee) => {
    if (role === 'user') return
    resend.mutate(
      { email, role },
      {
        onSuccess: ({ data }) => {
          const links = linksIn(data.results.success)
          if (links.length > 0) onLinks(links)
          else toast.success('Invite successfully resent')
        },
        onError: (error) => showFailure(error),
      },
    )
  }
  return { send, isPending: resend.isPending }
}
