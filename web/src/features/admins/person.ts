import type { Admin } from '@health-console/contract/admins.ts'
import type { Invitee } from '@health-console/contract/invitations.ts'

/** Somebody in the table: with access, or invited. */
export type Person = Admin | Invitee

export function isInvitee(person: Person): person is Invitee {
  return 'delivery' in person
}
