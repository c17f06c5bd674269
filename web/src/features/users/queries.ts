import { listUsers, userSortKeys } from '@health-console/contract/users.ts'
import { queryOptionsFor } from '../../api/client.ts'
import { type ListState, toListQuery } from '../../shell/list-state.ts'

export const failedToFetch = 'Failed to fetch users'

export function usersQuery(state: ListState) {
  return {
    ...queryOptionsFor(listUsers, { query: toListQuery(state, userSortKeys) }),
    meta: { errorToast: failedToFetch },
  }
}
