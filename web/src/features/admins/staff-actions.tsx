import { shownEmail } from '../../lib/shown-email.ts'
import type { Admin } from '@health-console/contract/admins.ts'
import { MonitorSmartphoneIcon, UserMinusIcon, XIcon } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { RowAction, RowActions, SecondAction } from '../../table/row-action.tsx'
import type { InvitationLink } from '../invitations/invitation-links.ts'
import { ResendInvite } from '../invitations/invitee-cells.tsx'
import { isInvitee, nameOf, type StaffEntry } from './staff-entry.ts'

type StaffActionsProps = {
  me: Admin
  entry: StaffEntry
  onSessions: (admin: Admin) => void
  onRevoke: (entry: StaffEntry) => void
  onLinks: (links: InvitationLink[]) => void
}

/** The actions that the signed-in admin can take on a row; null if there are none. */
export function staffActions({ me, entry, onSessions, onRevoke, onLinks }: StaffActionsProps) {
  const mayRevoke = me.role === 'super_admin' && entry.role !== 'super_admin' && entry.id !== me.id
  const mayCancel = me.role === 'super_admin' && entry.role === 'super_admin' && isInvitee(entry)
  const hasSessions = me.role === 'super_admin' && !isInvitee(entry) && entry.id !== me.id
  if (!mayRevoke && !mayCancel && !hasSessions && !isInvitee(entry)) return null
  return (
    <RowActions>
      {isInvitee(entry) && <ResendInvite invitee={entry} onLinks={onLinks} />}
      {hasSessions && (
        <SecondAction
          icon={MonitorSmartphoneIcon}
          iconWhenNarrow
          label="Sessions"
          name={`${isolate(nameOf(entry))}’s sessions`}
          onChoose={() => onSessions(entry)}
        />
      )}
      {mayRevoke && (
        <RowAction
          variant="delete"
          icon={UserMinusIcon}
          iconWhenNarrow
          label="Revoke access"
          aria-label={`Revoke access of ${isolate(nameOf(entry))}`}
          onClick={() => onRevoke(entry)}
        />
      )}
      {mayCancel && (
        <RowAction
          variant="delete"
          icon={XIcon}
          iconWhenNarrow
          label="Cancel invite"
          aria-label={`Cancel invite for ${isolate(shownEmail(entry.email))}`}
          onClick={() => onRevoke(entry)}
        />
      )}
    </RowActions>
  )
}
