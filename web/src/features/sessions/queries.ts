import type { EndpointInput } from '@health-console/contract/endpoint.ts'
import { confirmIdentity } from '@health-console/contract/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { tellOtherTabs } from './session-channel.ts'

type Proof = EndpointInput<typeof confirmIdentity>['body']

/** Renews the session's token as well. Calls under the old token, here or in another tab, are repeated. */
export function useConfirmIdentity(adminId: string) {
  return useMutation({
    // `ask` returns the proof, and may open a prompt of the browser
    mutationFn: async (ask: () => Promise<Proof>) => call(confirmIdentity, { body: await ask() }, { renews: true }),
    onSuccess: () => tellOtherTabs({ type: 'signed-in', adminId }),
  })
}
