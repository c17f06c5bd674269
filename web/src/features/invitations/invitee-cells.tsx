import { shownEmail } from '../../lib/shown-email.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'
import { SendIcon, TriangleAlertIcon } from 'lucide-react'
import { formatDate } from '../../lib/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import styles from './invitee-cells.module.css'
import { RowAction } from '../../table/row-action.tsx'
import { toast } from '../../ui/toasts.ts'
import { linksIn, type InvitationLink } from './invitation-links.ts'
import { useResendInvite } from './queries.ts'

type InvitationStateProps = {
  invitee: Invitee
  /** When the list was fetched. */
  atMs: number
}

/** When an invitation expires, and whether its email could not be delivered. */
export function InvitationState({ invitee, atMs }: InvitationStateProps) {
  const { expiresAt, delivery } = invitee
  return (
    <>
      {expiresAt !== '' && (
        <span className={styles.expiry}>
          <Timestamp time={expiresAt}>
            {Date.parse(expiresAt) <= atMs ? 'Expired' : 'Expires'} {formatDate(expiresAt)}
          </Timestamp>
        </span>
      )}
      {delivery === 'failed' && (
        <span className={styles.failed}>
          <Icon icon={TriangleAlertIcon} size={12} stroke={2} />
          Invite email couldn’t be delivered
        </span>
      )}
    </>
  )
}

type ResendInviteProps = {
  invitee: Invitee
  /** The console sends no email, so a super admin is shown the new link. */
  onLinks: (links: InvitationLink[]) => void
}

export function ResendInvite({ invitee, onLinks }: ResendInviteProps) {
  const resend = useResendInvite()
  const { email, role } = invitee
  if (role === 'user') return null
  return (
    <RowAction
      icon={SendIcon}
      label="Resend invite"
      aria-label={`Resend invite to ${shownEmail(email)}`}
      busy={resend.isPending}
      onClick={() =>
        resend.mutate(
          { email, role },
          {
            onSuccess: ({ data }) => {
              const links = linksIn(data.results.success)
              if (links.length > 0) onLinks(links)
              else toast.success('Invite successfully resent')
            },
            onError: (error) => toast.error(error.message, error),
          },
        )
      }
    />
  )
}
