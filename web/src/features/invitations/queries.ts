import { acceptInvitation, getInvitation } from '@health-console/contract/invitations.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'

/** What the link is for, asked once: the form must not vanish while somebody types. */
export function useInvitation(id: string) {
  return useQuery({ ...queryOptionsFor(getInvitation, { params: { id } }), staleTime: Infinity })
}

export function useAcceptInvitation(inviteId: string) {
  return useMutation({
    mutationFn: (profile: { fullName: string; password: string }) =>
      call(acceptInvitation, { body: { inviteId, ...profile } }),
  })
}
