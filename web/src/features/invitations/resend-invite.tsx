import type { Invitee } from '@health-console/contract/invitations.ts'
import { SendIcon } from 'lucide-react'
import { RowAction } from '../../table/row-action.tsx'
import { toast } from '../../ui/toasts.ts'
import { useResendInvite } from './queries.ts'

export function ResendInvite({ invitee }: { invitee: Invitee }) {
  const resend = useResendInvite()
  const { email, role } = invitee
  if (role === 'user') return null
  return (
    <RowAction
      icon={SendIcon}
      label="Resend invite"
      aria-label={`Resend invite to ${email}`}
      busy={resend.isPending}
      onClick={() =>
        resend.mutate(
          { email, role },
          {
            onSuccess: () => toast.success('Invite successfully resent'),
            onError: (error) => toast.error(error.message),
          },
        )
      }
    />
  )
}
