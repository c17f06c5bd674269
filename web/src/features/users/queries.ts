import { listUsers } from '@health-console/contract/users.ts'
import { queryOptionsFor } from '../../api/client.ts'

type UsersListState = { page?: number | undefined; search?: string | undefined }

export function usersQuery({ page = 1, search }: UsersListState) {
  return {
    ...queryOptionsFor(listUsers, { query: { page: String(page), search } }),
    meta: { errorToast: 'Failed to fetch users' },
  }
}
