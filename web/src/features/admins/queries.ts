import { listAdmins, revokeAccess, type Admin } from '@health-console/contract/admins.ts'
import {
  deleteInvitation,
  inviteAdmins,
  listInvitations,
  type Invitee,
  type InviteRole,
} from '@health-console/contract/invitations.ts'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, queryKeyOf } from '../../api/client.ts'

export type Staff = { admins: Admin[]; invitees: Invitee[] }

export const failedToFetch = 'Failed to fetch admins'

/** One query for the one table, so that it loads, fails and is tried again as a whole. */
export const staffQuery = queryOptions({
  queryKey: [...queryKeyOf(listAdmins), ...queryKeyOf(listInvitations)],
  queryFn: async ({ signal }): Promise<Staff> => {
    const [admins, invitees] = await Promise.all([
      call(listAdmins, {}, { signal }),
      call(listInvitations, {}, { signal }),
    ])
    return { admins: admins.data.admins, invitees: invitees.data }
  },
  meta: { errorToast: failedToFetch },
})

export function useInvite() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ emails, role }: { emails: string[]; role: InviteRole }) =>
      call(inviteAdmins, { body: { users: emails.map((email) => ({ email })), role } }),
    onSuccess: ({ data }, { role }) => {
      const invited = data.results.success.map(({ id, email }) => newInvitee(id, email, role))
      const ids = new Set(invited.map(({ id }) => id))
      changeStaff(queryClient, ({ admins, invitees }) => ({
        admins,
        invitees: [...invitees.filter(({ id }) => !ids.has(id)), ...invited],
      }))
    },
    onSettled: () => refetchStaff(queryClient),
  })
}

export function useResendInvite() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ email, role }: { email: string; role: InviteRole }) =>
      call(inviteAdmins, { body: { users: [{ email }], role, resend: true } }),
    onSettled: () => refetchStaff(queryClient),
  })
}

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

/** Stands in the table until the server has been asked for the list. */
function newInvitee(id: string, email: string, role: InviteRole): Invitee {
  return { id, email, fullName: '', role, color: 'butter-honey', createdAt: '', expiresAt: '', delivery: 'waiting' }
}

function changeStaff(queryClient: QueryClient, change: (staff: Staff) => Staff): void {
  queryClient.setQueryData(staffQuery.queryKey, (staff) => staff && change(staff))
}

/** Not awaited: what was done is done, and the table already shows it. */
function refetchStaff(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
}
