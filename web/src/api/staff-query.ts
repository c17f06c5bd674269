import { listAdmins, type ListedAdmin } from '@health-console/contract/admins.ts'
import { listInvitations, type Invitee } from '@health-console/contract/invitations.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, queryKeyOf } from './client.ts'
import { queryClient, refetchQuietly } from './query-client.ts'

export type Staff = { admins: ListedAdmin[]; invitees: Invitee[] }

export const failedToFetchStaff = 'Couldn’t load admins'

/** One query for the whole table, so that it loads, fails and is retried as a whole. */
export const staffQuery = queryOptions({
  queryKey: [...queryKeyOf(listAdmins), ...queryKeyOf(listInvitations)],
  queryFn: async ({ signal }): Promise<Staff> => {
    const [admins, invitees] = await Promise.all([
      call(listAdmins, {}, { signal }),
      call(listInvitations, {}, { signal }),
    ])
    return { admins: admins.data.admins, invitees: invitees.data }
  },
  meta: { errorToast: failedToFetchStaff },
})

/** Shows a change before the list is refetched. */
export function changeStaff(change: (staff: Staff) => Partial<Staff>): void {
  queryClient.setQueryData(staffQuery.queryKey, (staff) => staff && { ...staff, ...change(staff) })
}

/** The request is not awaited, because the table already shows the change. */
export function refetchStaff(): void {
  void refetchQuietly(staffQuery.queryKey)
}
