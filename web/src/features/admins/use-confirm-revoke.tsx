import { pageHeading } from '../../lib/page-heading.ts'
import { shownEmail } from '../../lib/shown-email.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { isInvitee, nameOf, type StaffEntry } from './staff-entry.ts'
import styles from './use-confirm-revoke.module.css'
import { revokeAccess } from '@health-console/contract/staff/admins.ts'
import { deleteInvitation } from '@health-console/contract/staff/invitations.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { changeAdmins, changeInvitees, refetchStaff } from '../../api/staff-query.ts'
import { Data } from '../../ui/values/data.tsx'

export function useConfirmRevoke() {
  const revoke = useRevokeAccess()
  const deleteInvitation = useDeleteInvitation()
  return (entry: StaffEntry) => {
    const { done, ...question } = questionAbout(entry)
    void confirm({
      ...question,
      variant: 'delete',
      action: async () => {
        await (isInvitee(entry) ? deleteInvitation : revoke).mutateAsync(entry.id)
        toast.success(done)
      },
      // The row with the button that was pressed is no longer there.
      returnFocus: (isConfirmed) => (isConfirmed ? pageHeading() : null),
    })
  }
}

function questionAbout(entry: StaffEntry) {
  if (isInvitee(entry) && entry.role === 'super_admin') {
    return {
      title: 'Cancel invite?',
      body: <Consequence entry={entry}>The invitation link will stop working.</Consequence>,
      cancelLabel: 'Keep invite',
      confirmLabel: 'Cancel invite',
      done: (
        <>
          Invitation for <Data>{shownEmail(entry.email)}</Data> cancelled
        </>
      ),
    }
  }
  return {
    title: 'Revoke access?',
    body: <Consequence entry={entry}>They won’t be able to access the platform after that.</Consequence>,
    done: (
      <>
        Successfully revoked access of <Data>{nameOf(entry)}</Data>
      </>
    ),
  }
}

/** Says what will happen, and to whom. Name and email address are never cut off. */
function Consequence({ entry, children }: { entry: StaffEntry; children: string }) {
  return (
    <>
      <p>{children}</p>
      <div className={styles.entry}>
        <Avatar name={entry.fullName} colour={entry.color} size="large" />
        <div className={styles.who}>
          {isInvitee(entry) ? (
            <span>Invite pending</span>
          ) : (
            <b>
              <Data>{entry.fullName}</Data>
            </b>
          )}
          <Data>{shownEmail(entry.email)}</Data>
        </div>
      </div>
    </>
  )
}

function useRevokeAccess() {
  return useMutation({
    mutationFn: (id: string) => call(revokeAccess, { body: { userIds: [id] } }),
    onSuccess: (_answer, revokedId) => changeAdmins((admins) => admins.filter(({ id }) => id !== revokedId)),
    onSettled: refetchStaff,
  })
}

function useDeleteInvitation() {
  return useMutation({
    mutationFn: (id: string) => call(deleteInvitation, { params: { id } }),
    onSuccess: ({ data }) => changeInvitees((invitees) => invitees.filter(({ id }) => id !== data.invite.id)),
    onSettled: refetchStaff,
  })
}
