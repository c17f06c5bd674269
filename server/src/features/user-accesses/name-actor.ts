import type { AuditEvent } from '@health-console/contract/audit/events.ts'

type Actor = AuditEvent['actor']

/** Describes who accessed a user. @param isService whether the actor is a service account */
export type NameActor = (actor: Actor, isService: boolean) => string

/** As an export names the actor, which a super admin makes for the user. */
export const nameInFull: NameActor = ({ kind, name }) => {
  if (kind === 'staff') return name ?? 'A former member of staff'
  // The account of a command is not a name, and belongs to the machine.
  return { operator: 'A system administrator, with a command', server: 'The console', nobody: 'Not signed in' }[kind]
}

/** As the actor is named to the user. @param withNames whether members of staff are named */
export const nameForUser =
  (withNames: boolean): NameActor =>
  ({ kind, name }, isService) => {
    if (isService) return 'your health-data product'
    if (kind === 'staff') return withNames ? (name ?? 'a former member of staff') : 'a member of staff'
    return { operator: 'a system administrator', server: 'the console', nobody: 'someone not signed in' }[kind]
  }
