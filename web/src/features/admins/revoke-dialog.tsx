import type { ReactNode } from 'react'
import { formMessage } from '../../forms/server-errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDeleteInvitation, useRevokeAccess } from './queries.ts'
import { isInvitee, type Person } from './person.ts'

type RevokeDialogProps = { person: Person | null; onClose: () => void }

type Question = { title: string; text: ReactNode; cancelLabel?: string; confirmLabel?: string; done: string }

/** Asks before somebody loses their access, or the invitation to it. */
export function RevokeDialog({ person, onClose }: RevokeDialogProps) {
  const revoke = useRevokeAccess()
  const withdraw = useDeleteInvitation()
  const mutation = person && isInvitee(person) ? withdraw : revoke
  const question = person && questionAbout(person)

  const confirm = () => {
    if (!person || !question) return
    mutation.mutate(person.id, {
      onSuccess: () => {
        toast.success(question.done)
        onClose()
      },
    })
  }

  return (
    <ConfirmDialog
      open={person !== null}
      title={question?.title}
      variant="delete"
      cancelLabel={question?.cancelLabel ?? 'Cancel'}
      confirmLabel={question?.confirmLabel ?? 'Confirm'}
      pending={mutation.isPending}
      error={formMessage(mutation.error)}
      onConfirm={confirm}
      onClose={() => {
        mutation.reset()
        onClose()
      }}
      // the row, and with it the button that asked, may be gone
      returnFocus={() => (revoke.isSuccess || withdraw.isSuccess ? document.querySelector('h1') : null)}
    >
      {question?.text}
    </ConfirmDialog>
  )
}

function questionAbout(person: Person): Question {
  if (isInvitee(person) && person.role === 'super_admin') {
    return {
      title: 'Cancel invite?',
      text: (
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
    text: 'They won’t be able to access the platform after that.',
    done: `Successfully revoked access of ${person.fullName || person.email}`,
  }
}
