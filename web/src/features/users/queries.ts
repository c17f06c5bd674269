import { listUsers, userSortKeys } from '@health-console/contract/users.ts'
import { queryOptionsFor } from '../../api/client.ts'
import { type ListState, toSort } from '../../shell/list-state.ts'

export function usersQuery(state: ListState) {
  const { page = 1, search } = state
  const sort = toSort(state, userSortKeys)
  return {
    ...queryOptionsFor(listUsers, { query: { page: String(page), search, sort: sort?.key, order: sort?.order } }),
    meta: { errorToast: 'Failed to fetch users' },
  }
}
