import { listAdmins } from '@health-console/contract/admins.ts'
import { useEffect } from 'react'
import { queryKeyOf } from '../../api/client.ts'
import { queryClient, refetchQuietly } from '../../api/query-client.ts'
import { sessionQuery } from '../../api/session-query.ts'
import { fetchEntry } from './entry.ts'

/**
 * Refetches the session when the window gets the focus or its tab is shown again, because the name, e-mail or role may
 * have changed elsewhere. A tab that is shown gets no focus if that is in the address bar.
 */
export function useFreshSession(isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return
    const shownUser = () => JSON.stringify(queryClient.getQueryData(sessionQuery.queryKey)?.user)
    const refetch = async () => {
      if (document.hidden) return
      const before = shownUser()
      const { state } = await fetchEntry()
      if (state === 'signed-in' && shownUser() !== before) void refetchQuietly(queryKeyOf(listAdmins))
    }
    const stopListening = new AbortController()
    const { signal } = stopListening
    window.addEventListener('focus', () => void refetch(), { signal })
    document.addEventListener('visibilitychange', () => void refetch(), { signal })
    return () => stopListening.abort()
  }, [isPaused])
}
