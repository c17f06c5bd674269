import type { Invitee } from '@health-console/contract/staff/invitations.ts'
import { TriangleAlertIcon } from 'lucide-react'
import { formatDate, formatDayOfYear } from '../../lib/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import styles from './invitee-cells.module.css'

type InvitationStateProps = {
  invitee: Invitee
  /** When the list was fetched. */
  atMs: number
  /** Whether it continues a line. */
  isInLine: boolean
}

/** When an invitation expires, and whether its email could not be delivered. */
export function InvitationState({ invitee, atMs, isInLine }: InvitationStateProps) {
  const { expiresAt, delivery } = invitee
  return (
    <>
      {expiresAt !== '' && (
        <span className={isInLine ? undefined : styles.expiry}>
          <Timestamp time={expiresAt}>
            {wordOf(Date.parse(expiresAt) <= atMs, isInLine)}{' '}
            {isInLine ? formatDayOfYear(expiresAt) : formatDate(expiresAt)}
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

function wordOf(isExpired: boolean, isInLine: boolean): string {
  if (isInLine) return isExpired ? 'invitation expired' : 'invitation expires'
  return isExpired ? 'Expired' : 'Expires'
}
