import { shownEmail } from '../../lib/shown-email.ts'
import type { Admin } from '@health-console/contract/admins.ts'
import { MonitorSmartphoneIcon, UserMinusIcon, XIcon } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { RowAction, RowActions, SecondAction } from '../../table/row-action.tsx'
import type { InvitationLink } from '../invitations/invitation-links.ts'
import { ResendInvite } from '../invitations/invitee-cells.tsx'
import { isInvitee, nameOf, type Person } from './person.ts'

type StaffActionsProps = {
  me: Admin
  person: Person
  onSessions: (admin: Admin) => void
  onRevoke: (person: Person) => void
  onLinks: (links: InvitationLink[]) => void
}

/** The actions that the signed-in admin can take on a row; null if there are none. */
export function staffActions({ me, person, onSessions, onRevoke, onLinks }: StaffActionsProps) {
  const mayRevoke = me.role === 'super_admin' && person.role !== 'super_admin' && person.id !== me.id
  const mayCancel = me.role === 'super_admin' && person.role === 'super_admin' && isInvitee(person)
  const hasSessions = me.role === 'super_admin' && !isInvitee(person) && person.id !== me.id
  if (!mayRevoke && !mayCancel && !hasSessions && !isInvitee(person)) return null
  return (
    <RowActions>
      {isInvitee(person) && <ResendInvite invitee={person} onLinks={onLinks} />}
      {hasSessions && (
        <SecondAction
          icon={MonitorSmartphoneIcon}
          iconWhenNarrow
          label="Sessions"
          name={`${isolate(nameOf(person))}’s sessions`}
          onChoose={() => onSessions(person)}
        />
      )}
      {mayRevoke && (
        <RowAction
          variant="delete"
          icon={UserMinusIcon}
          iconWhenNarrow
          label="Revoke access"
          aria-label={`Revoke access of ${isolate(nameOf(person))}`}
          onClick={() => onRevoke(person)}
        />
      )}
      {mayCancel && (
        <RowAction
          variant="delete"
          icon={XIcon}
          iconWhenNarrow
          label="Cancel invite"
          aria-label={`Cancel invite for ${isolate(shownEmail(person.email))}`}
          onClick={() => onRevoke(person)}
        />
      )}
    </RowActions>
  )
}
