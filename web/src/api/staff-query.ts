import { listAdmins, type ListedAdmin } from '@health-console/contract/staff/admins.ts'
import { listInvitations, type Invitee } from '@health-console/contract/staff/invitations.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, queryKeyOf } from './client.ts'
import { queryClient, refetchQuietly } from './query-client.ts'

export const failedToFetchAdmins = 'Couldn’t load admins'
export const failedToFetchInvitees = 'Couldn’t load invitations'

export const adminsQuery = queryOptions({
  queryKey: queryKeyOf(listAdmins),
  queryFn: async ({ signal }): Promise<ListedAdmin[]> => (await call(listAdmins, {}, { signal })).data.admins,
  meta: { errorToast: failedToFetchAdmins },
})

/**
 * A query of its own: if only one of the two lists fails, the table shows the other. Its failure is only on the page: if
 * both fail, there would be two toasts for one event.
 */
export const inviteesQuery = queryOptions({
  queryKey: queryKeyOf(listInvitations),
  queryFn: async ({ signal }): Promise<Invitee[]> => (await call(listInvitations, {}, { signal })).data,
})

/** Shows a change before the list is refetched. */
export function changeAdmins(change: (admins: ListedAdmin[]) => ListedAdmin[]): void {
  queryClient.setQueryData(adminsQuery.queryKey, (admins) => admins && change(admins))
}

/** Shows a change before the list is refetched. */
export function changeInvitees(change: (invitees: Invitee[]) => Invitee[]): void {
  queryClient.setQueryData(inviteesQuery.queryKey, (invitees) => invitees && change(invitees))
}

/** The requests are not awaited, because the table already shows the change. */
export function refetchStaff(): void {
  void refetchQuietly(adminsQuery.queryKey)
  void refetchQuietly(inviteesQuery.queryKey)
}
