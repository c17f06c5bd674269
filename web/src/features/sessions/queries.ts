import type { EndpointInput } from '@health-console/contract/endpoint.ts'
import { confirmIdentity } from '@health-console/contract/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { notifyOtherTabs } from './session-channel.ts'

type Confirmation = EndpointInput<typeof confirmIdentity>['body']

/** Renews the session's token as well. Calls under the old token, here or in another tab, are repeated. */
export function useConfirmIdentity(adminId: string) {
  return useMutation({
    // may open a prompt of the browser
    mutationFn: async (confirm: () => Promise<Confirmation>) =>
      call(confirmIdentity, { body: await confirm() }, { renews: true }),
    onSuccess: () => notifyOtherTabs({ type: 'signed-in', adminId }),
  })
}
