import type { Invitee } from '@health-console/contract/invitations.ts'
import type { InvitationsTable } from '../../database/tables/staff.ts'
import type { InvitationWithMail } from './invitation-store.ts'

export function presentInvitee(row: InvitationWithMail): Invitee {
  return {
    id: row.id,
    email: row.email,
    fullName: '',
    role: row.role,
    color: 'butter-honey',
    createdAt: new Date(row.createdAtMs).toISOString(),
    expiresAt: new Date(row.expiresAtMs).toISOString(),
    delivery: row.mailState ?? 'sent',
  }
}

export function presentInvited({ id, email, expiresAtMs }: InvitationsTable) {
  return { id, email, expiresAt: new Date(expiresAtMs).toISOString() }
}
