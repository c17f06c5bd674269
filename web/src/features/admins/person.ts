import type { Admin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'
import { foldText } from '@health-console/contract/text.ts'

/** Somebody in the table: with access, or invited. */
export type Person = Admin | Invitee

export function isInvitee(person: Person): person is Invitee {
  return 'delivery' in person
}

/** What tells a person from the others: the name, or the address of somebody who has not given one yet. */
export function nameOf({ fullName, email }: Person): string {
  return fullName || email
}

/** Those whose name or address has the text in it, whatever its case and accents. */
export function findPeople(people: Person[], text: string): Person[] {
  const searched = foldText(text)
  return people.filter(({ fullName, email }) => [fullName, email].some((each) => foldText(each).includes(searched)))
}
