import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { useDeleteInvitation, useRevokeAccess } from './queries.ts'
import { isInvitee, type Person } from './person.ts'

/** Asks before somebody loses their access, or the invitation to it. */
export function useAskToRevoke() {
  const revoke = useRevokeAccess()
  const deleteInvitation = useDeleteInvitation()
  return (person: Person) => {
    const { done, ...question } = questionAbout(person)
    void confirm({
      ...question,
      variant: 'delete',
      action: async () => {
        await (isInvitee(person) ? deleteInvitation : revoke).mutateAsync(person.id)
        toast.success(done)
      },
      // the row, and with it the button that asked, is gone
      returnFocus: (isConfirmed) => (isConfirmed ? document.querySelector('h1') : null),
    })
  }
}

function questionAbout(person: Person) {
  if (isInvitee(person) && person.role === 'super_admin') {
    return {
      title: 'Cancel invite?',
      body: (
        <>
          The link in the e-mail to <b>{person.email}</b> stops working.
        </>
      ),
      cancelLabel: 'Keep invite',
      confirmLabel: 'Cancel invite',
      done: `Invite of ${person.email} cancelled`,
    }
  }
  return {
    title: 'Revoke access?',
    body: 'They won’t be able to access the platform after that.',
    done: `Successfully revoked access of ${person.fullName || person.email}`,
  }
}
