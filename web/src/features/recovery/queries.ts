import { checkRecovery, requestRecovery, resetPassword } from '@health-console/contract/staff/recovery.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'

export function useRequestRecovery() {
  return useMutation({ mutationFn: (email: string) => call(requestRecovery, { body: { email } }) })
}

/** The link is checked only once, because the form must not disappear while it is being filled in. */
export function useRecovery(token: string) {
  return useQuery({ ...queryOptionsFor(checkRecovery, { params: { token } }), staleTime: Infinity })
}

export function useResetPassword(token: string) {
  return useMutation({ mutationFn: (password: string) => call(resetPassword, { body: { id: token, password } }) })
}
