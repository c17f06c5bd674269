import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  type PasskeyCreation,
} from '@health-console/contract/staff/passkeys.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeAuthenticatorApp,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@health-console/contract/staff/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { fetchSession, sessionQuery } from '../../api/session-query.ts'

/** The state is fetched each time, because recovery codes are used up elsewhere. */
export const secondFactorQuery = { ...queryOptionsFor(getSecondFactor, {}), staleTime: 0, gcTime: 0 }

export function useBeginSecondFactor() {
  return useMutation({ mutationFn: async () => (await call(beginSecondFactor, {})).data })
}

export function useConfirmSecondFactor() {
  return useMutation({ mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }) })
}

export function useRenewRecoveryCodes() {
  return useMutation({ mutationFn: () => call(renewRecoveryCodes, {}) })
}

export function useBeginPasskey() {
  return useMutation({ mutationFn: async () => (await call(beginPasskey, {})).data })
}

/**
 * Lets the browser create a passkey, and adds it.
 * @returns the recovery codes that were issued with it
 */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ name, options }: { name: string; options: PasskeyCreation }) => {
      const { createPasskey } = await import('../../api/passkeys.ts')
      const passkey = await createPasskey(options)
      return (await call(addPasskey, { body: { name, passkey } })).data.recoveryCodes
    },
  })
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: ({ passkeyId, name }: { passkeyId: string; name: string }) =>
      call(renamePasskey, { params: { passkeyId }, body: { name } }),
    onSuccess: refetchSecondFactor,
  })
}

export function useRemoveFactor() {
  return useMutation({
    mutationFn: (factor: 'all' | 'app' | { passkeyId: string }) => {
      if (factor === 'all') return call(removeSecondFactor, {})
      return factor === 'app' ? call(removeAuthenticatorApp, {}) : call(removePasskey, { params: factor })
    },
    onSettled: () => Promise.all([refetchSecondFactor(), refreshSession()]),
  })
}

/** Updates the session after a factor was added: its state, and the methods to confirm the identity. */
export function rememberSecondFactor(): void {
  void refetchSecondFactor()
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, secondFactor: 'set' as const })
  void refreshSession()
}

/** Refetches the session, which contains the factors. If that fails, it stays as it is. */
async function refreshSession(): Promise<void> {
  await fetchSession().catch(() => undefined)
}

const refetchSecondFactor = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
