import { confirmIdentity, getMe } from '@health-console/contract/sessions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'
import { reportSessionRenewal } from '../../api/session-events.ts'
import type { Session } from './entry.ts'
import { tellOtherTabs } from './session-channel.ts'

/** The current admin and the limits of the session; any fetch of it keeps the session alive. */
export const meQuery = queryOptionsFor(getMe, {})

/** The session as it is now; `entered` is what the page was entered with. */
export function useSession(entered: Session): Session {
  const { data } = useQuery({ ...meQuery, initialData: { data: entered }, staleTime: Infinity })
  return data.data
}

/** Gives the session a new token too: what was asked under the old one, here or in another tab, is asked again. */
export function useConfirmIdentity(adminId: string) {
  return useMutation({
    mutationFn: (password: string) => call(confirmIdentity, { body: { password } }),
    onSuccess: () => {
      reportSessionRenewal()
      tellOtherTabs({ type: 'signed-in', adminId })
    },
  })
}
