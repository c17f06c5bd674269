import type { Admin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'
import { SendIcon, UserMinusIcon, XIcon } from 'lucide-react'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { isSignedOut } from '../../api/errors.ts'
import { toast } from '../../ui/toasts.ts'
import { isInvitee, type Person } from './person.ts'
import { useResendInvite } from './queries.ts'

type StaffActionsProps = { person: Person; onRevoke: (person: Person) => void }

/** What the person who is signed in can do with a row; null where there is nothing. */
export function staffActions({ me, person, onRevoke }: StaffActionsProps & { me: Admin }) {
  const mayRevoke = me.role === 'super_admin' && person.role !== 'super_admin' && person.id !== me.id
  const mayCancel = me.role === 'super_admin' && person.role === 'super_admin' && isInvitee(person)
  if (!mayRevoke && !mayCancel && !isInvitee(person)) return null
  return (
    <RowActions>
      {isInvitee(person) && <ResendInvite invitee={person} />}
      {mayRevoke && (
        <RowAction
          variant="delete"
          icon={UserMinusIcon}
          iconWhenNarrow
          label="Revoke access"
          onClick={() => onRevoke(person)}
        />
      )}
      {mayCancel && (
        <RowAction
          variant="delete"
          icon={XIcon}
          iconWhenNarrow
          label="Cancel invite"
          onClick={() => onRevoke(person)}
        />
      )}
    </RowActions>
  )
}

function ResendInvite({ invitee }: { invitee: Invitee }) {
  const resend = useResendInvite()
  const { email, role } = invitee
  if (role === 'user') return null
  return (
    <RowAction
      icon={SendIcon}
      label="Resend invite"
      busy={resend.isPending}
      onClick={() =>
        resend.mutate(
          { email, role },
          {
            onSuccess: () => toast.success('Invite successfully resent'),
            onError: (error) => {
              if (!isSignedOut(error)) toast.error(error.message)
            },
          },
        )
      }
    />
  )
}
