import {
  acceptInvitation,
  getInvitation,
  inviteAdmins,
  type Invitee,
  type InviteRole,
} from '@health-console/contract/staff/invitations.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { changeInvitees, refetchStaff } from '../../api/staff-query.ts'

/** The invitation is fetched only once, because the form must not disappear while it is being filled in. */
export function useInvitation(id: string) {
  return useQuery({ ...queryOptionsFor(getInvitation, { params: { id } }), staleTime: Infinity })
}

export function useAcceptInvitation(inviteId: string) {
  return useMutation({
    mutationFn: (profile: { fullName: string; password: string }) =>
      call(acceptInvitation, { body: { inviteId, ...profile } }),
  })
}

export function useInvite() {
  return useMutation({
    mutationFn: ({ emails, role }: { emails: string[]; role: InviteRole }) =>
      call(inviteAdmins, { body: { users: emails.map((email) => ({ email })), role } }),
    onSuccess: ({ data }, { role }) => {
      const invited = data.results.success.map(({ id, email }) => newInvitee(id, email, role))
      const ids = new Set(invited.map(({ id }) => id))
      changeInvitees((invitees) => [...invitees.filter(({ id }) => !ids.has(id)), ...invited])
    },
    onSettled: refetchStaff,
  })
}

export function useResendInvite() {
  return useMutation({
    mutationFn: ({ email, role }: { email: string; role: InviteRole }) =>
      call(inviteAdmins, { body: { users: [{ email }], role, resend: true } }),
    onSettled: refetchStaff,
  })
}

/** The invitation as it is shown until the list is refetched. */
function newInvitee(id: string, email: string, role: InviteRole): Invitee {
  return { id, email, fullName: '', role, color: 'butter-honey', createdAt: '', expiresAt: '', delivery: 'waiting' }
}
