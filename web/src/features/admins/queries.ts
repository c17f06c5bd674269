import { revokeAccess } from '@health-console/contract/admins.ts'
import { deleteInvitation } from '@health-console/contract/invitations.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { changeStaff, refetchStaff } from '../../api/staff-query.ts'

export function useRevokeAccess() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeAccess, { body: { userIds: [id] } }),
    onSuccess: (_answer, revokedId) =>
      changeStaff(queryClient, ({ admins, invitees }) => ({
        admins: admins.filter(({ id }) => id !== revokedId),
        invitees,
      })),
    onSettled: () => refetchStaff(queryClient),
  })
}

export function useDeleteInvitation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteInvitation, { params: { id } }),
    onSuccess: ({ data }) =>
      changeStaff(queryClient, ({ admins, invitees }) => ({
        admins,
        invitees: invitees.filter(({ id }) => id !== data.invite.id),
      })),
    onSettled: () => refetchStaff(queryClient),
  })
}
