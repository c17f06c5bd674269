import type { Invitee } from '@health-console/contract/invitations.ts'
import { TriangleAlertIcon } from 'lucide-react'
import { formatDate } from '../../lib/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './invitation-state.module.css'

type InvitationStateProps = {
  invitee: Invitee
  /** When the list was fetched. */
  atMs: number
}

/** When an invitation expires, and whether its e-mail could not be delivered. */
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
          The e-mail could not be delivered
        </span>
      )}
    </>
  )
}
