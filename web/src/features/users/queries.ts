import * as erasures from '@health-console/contract/users/erasures.ts'
import { getUser, listUsers, userSortKeys } from '@health-console/contract/users/users.ts'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'
import { type ListState, toListQuery } from '../../shell/list-state.ts'

export const failedToFetch = 'Failed to fetch users'

export function usersQuery(state: ListState) {
  return {
    ...queryOptionsFor(listUsers, { query: toListQuery(state, userSortKeys) }),
    meta: { errorToast: failedToFetch },
  }
}

/**
 * The data that erasing a user would remove. It is never cached, because a legal hold may have been added meanwhile.
 */
export const erasureQuery = (userId: string) => ({
  ...queryOptionsFor(erasures.previewErasure, { params: { id: userId } }),
  staleTime: 0,
  gcTime: 0,
})

type OfUser<Input> = Input & { userId: string }

export async function eraseUser({ userId, ...body }: OfUser<{ reason: string; memberId: string }>): Promise<void> {
  await call(erasures.eraseUser, { params: { id: userId }, body })
  await refetchQuietly(queryKeyOf(listUsers))
}

export async function addLegalHold({ userId, reason }: OfUser<{ reason: string }>): Promise<void> {
  await call(erasures.setLegalHold, { params: { id: userId }, body: { reason } })
  await refetchQuietly(queryKeyOf(getUser))
}

export async function removeLegalHold({ userId }: OfUser<object>): Promise<void> {
  await call(erasures.removeLegalHold, { params: { id: userId } })
  await refetchQuietly(queryKeyOf(getUser))
}
