import type { Admin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'

/** Somebody in the table: with access, or invited. */
export type Person = Admin | Invitee

export function isInvitee(person: Person): person is Invitee {
  return 'delivery' in person
}

/** What tells a person from the others: the name, or the address of somebody who has not given one yet. */
export function nameOf({ fullName, email }: Person): string {
  return fullName || email
}
