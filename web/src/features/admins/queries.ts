import { revokeAccess } from '@health-console/contract/admins.ts'
import { deleteInvitation } from '@health-console/contract/invitations.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { changeStaff, refetchStaff } from '../../api/staff-query.ts'

export function useRevokeAccess() {
  return useMutation({
    mutationFn: (id: string) => call(revokeAccess, { body: { userIds: [id] } }),
    onSuccess: (_answer, revokedId) =>
      changeStaff(({ admins }) => ({ admins: admins.filter(({ id }) => id !== revokedId) })),
    onSettled: refetchStaff,
  })
}

export function useDeleteInvitation() {
  return useMutation({
    mutationFn: (id: string) => call(deleteInvitation, { params: { id } }),
    onSuccess: ({ data }) =>
      changeStaff(({ invitees }) => ({ invitees: invitees.filter(({ id }) => id !== data.invite.id) })),
    onSettled: refetchStaff,
  })
}
