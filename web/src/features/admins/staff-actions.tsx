import { shownEmail } from '../../lib/shown-email.ts'
import type { Admin } from '@health-console/contract/staff/admins.ts'
import { MailIcon, MonitorSmartphoneIcon, SendIcon, UserMinusIcon, XIcon } from 'lucide-react'
import { isolate } from '../../lib/isolate.ts'
import { type Act, RowMenu } from '../../table/row-action.tsx'
import { mailtoUrl } from '../../ui/values/email-link.tsx'
import type { InvitationLink } from '../invitations/invitation-links.ts'
import { useResend } from '../invitations/use-resend.ts'
import { isInvitee, nameOf, type StaffEntry } from './staff-entry.ts'

type StaffActionsProps = {
  me: Admin
  entry: StaffEntry
  isNarrow: boolean
  onSessions: (admin: Admin) => void
  onRevoke: (entry: StaffEntry) => void
  onLinks: (links: InvitationLink[]) => void
}

/** The actions that the signed-in admin can take on a row. */
export function StaffActions({ me, entry, isNarrow, onSessions, onRevoke, onLinks }: StaffActionsProps) {
  const resend = useResend(onLinks)
  const name = isolate(nameOf(entry))
  const email = isolate(shownEmail(entry.email))
  const isOther = entry.id !== me.id
  const acts: (Act | false)[] = [
    // A narrow row has no place for the address.
    isNarrow && isOther && { icon: MailIcon, label: email, name: `Email ${email}`, href: mailtoUrl(entry.email) },
    isInvitee(entry) &&
      entry.role !== 'user' && {
        icon: SendIcon,
        label: 'Resend invite',
        name: `Resend invite to ${email}`,
        busy: resend.isPending,
        onChoose: () => resend.send(entry),
      },
    me.role === 'super_admin' &&
      !isInvitee(entry) &&
      isOther && {
        icon: MonitorSmartphoneIcon,
        iconWhenNarrow: true,
        label: 'Sessions',
        name: `${name}’s sessions`,
        isSecond: true,
        onChoose: () => onSessions(entry),
      },
    me.role === 'super_admin' &&
      entry.role !== 'super_admin' &&
      isOther && {
        icon: UserMinusIcon,
        iconWhenNarrow: true,
        label: 'Revoke access',
        name: `Revoke access of ${name}`,
        isDelete: true,
        onChoose: () => onRevoke(entry),
      },
    me.role === 'super_admin' &&
      entry.role === 'super_admin' &&
      isInvitee(entry) && {
        icon: XIcon,
        iconWhenNarrow: true,
        label: 'Cancel invite',
        name: `Cancel invite for ${email}`,
        isDelete: true,
        onChoose: () => onRevoke(entry),
      },
  ]
  const possible = acts.filter((act) => act !== false)
  if (possible.length === 0) return isNarrow ? null : <span className="none">-</span>
  return <RowMenu of={name} acts={possible} isNarrow={isNarrow} />
}
