import { shownEmail } from '../../lib/shown-email.ts'
import type { ListedAdmin } from '@health-console/contract/staff/admins.ts'
import type { Invitee } from '@health-console/contract/staff/invitations.ts'
import { foldSearch } from '@health-console/contract/values/search-text.ts'

/** A row of the table: an admin or an invitation. */
export type StaffEntry = ListedAdmin | Invitee

export function isInvitee(entry: StaffEntry): entry is Invitee {
  return 'delivery' in entry
}

/** The name of a row, or the email address if there is no name yet. */
export function nameOf({ fullName, email }: StaffEntry): string {
  return fullName || shownEmail(email)
}

/** The rows whose name or email address contains the text, ignoring case and accents. */
export function filterStaff(entries: StaffEntry[], text: string): StaffEntry[] {
  const searched = foldSearch(text).trim()
  return entries.filter(({ fullName, email }) =>
    [fullName, email, shownEmail(email)].some((each) => foldSearch(each).includes(searched)),
  )
}
