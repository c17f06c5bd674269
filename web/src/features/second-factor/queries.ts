import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@health-console/contract/second-factor.ts'
import type { SecondFactorState } from '@health-console/contract/sessions.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { sessionQuery } from '../../api/session-query.ts'

/** Asked each time: recovery codes are used up elsewhere. */
export const secondFactorQuery = { ...queryOptionsFor(getSecondFactor, {}), staleTime: 0, gcTime: 0 }

export function useBeginSecondFactor() {
  return useMutation({ mutationFn: () => call(beginSecondFactor, {}) })
}

export function useConfirmSecondFactor() {
  return useMutation({ mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }) })
}

export function useRenewRecoveryCodes() {
  return useMutation({ mutationFn: () => call(renewRecoveryCodes, {}) })
}

export function useRemoveSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeSecondFactor, {}),
    onSuccess: () => rememberSecondFactor(queryClient, 'none'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

/** What the session says of it from now on. */
export function rememberSecondFactor(queryClient: QueryClient, secondFactor: SecondFactorState): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, secondFactor })
}
