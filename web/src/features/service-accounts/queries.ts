import {
  takeOverServiceAccount,
  createServiceAccount,
  createServiceToken,
  endServiceAccount,
  listServiceAccounts,
  revokeServiceToken,
} from '@health-console/contract/staff/service-accounts.ts'
import type { EndpointInput } from '@health-console/contract/http/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'

export const failedToFetchAccounts = 'Couldn’t load service accounts'

export const serviceAccountsQuery = {
  ...queryOptionsFor(listServiceAccounts, {}),
  meta: { errorToast: failedToFetchAccounts },
}

const refetchAccounts = () => refetchQuietly(serviceAccountsQuery.queryKey)

export function useCreateAccount() {
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createServiceAccount>['body']) => call(createServiceAccount, { body }),
    onSuccess: refetchAccounts,
  })
}

/** The token in the response is not stored. The dialog that created it shows it once. */
export function useCreateToken(accountId: string) {
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createServiceToken>['body']) =>
      call(createServiceToken, { params: { id: accountId }, body }),
    gcTime: 0,
    onSuccess: refetchAccounts,
  })
}

export function useRevokeToken(accountId: string) {
  return useMutation({
    mutationFn: (tokenId: string) => call(revokeServiceToken, { params: { id: accountId, tokenId } }),
    onSettled: refetchAccounts,
  })
}

export function useTakeOverAccount() {
  return useMutation({
    mutationFn: (id: string) => call(takeOverServiceAccount, { params: { id } }),
    onSettled: refetchAccounts,
  })
}

export function useRevokeAccount() {
  return useMutation({
    mutationFn: (id: string) => call(endServiceAccount, { params: { id } }),
    onSettled: refetchAccounts,
  })
}
