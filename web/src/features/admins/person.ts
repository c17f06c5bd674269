import { shownEmail } from '../../lib/shown-email.ts'
import type { ListedAdmin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'
import { foldText } from '@health-console/contract/text.ts'

/** A row of the table: an admin or an invitation. */
export type Person = ListedAdmin | Invitee

export function isInvitee(person: Person): person is Invitee {
  return 'delivery' in person
}

/** The name of a row, or the email address if there is no name yet. */
export function nameOf({ fullName, email }: Person): string {
  return fullName || shownEmail(email)
}

/** The rows whose name or email address contains the text, ignoring case and accents. */
export function findPeople(people: Person[], text: string): Person[] {
  const searched = foldText(text)
  return people.filter(({ fullName, email }) =>
    [fullName, email, shownEmail(email)].some((each) => foldText(each).includes(searched)),
  )
}
