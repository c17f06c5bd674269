import * as contract from '@health-console/contract/staff/own-sessions.ts'
import { useMutation, useQuery, type QueryKey } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'

type Sessions = {
  queryKey: QueryKey
  list: () => Promise<{ data: { sessions: contract.OpenSession[] } }>
  end: (sessionId: string) => Promise<void>
  /** All sessions except the calling one. */
  endAll: () => Promise<void>
}

const ownSessions: Sessions = {
  queryKey: queryKeyOf(contract.listOwnSessions),
  list: () => call(contract.listOwnSessions, {}),
  end: (sessionId) => call(contract.endOwnSession, { params: { sessionId } }),
  endAll: () => call(contract.endOtherSessions, {}),
}

const sessionsOf = (id: string): Sessions => ({
  queryKey: queryOptionsFor(contract.listSessionsOf, { params: { id } }).queryKey,
  list: () => call(contract.listSessionsOf, { params: { id } }),
  end: (sessionId) => call(contract.endSessionOf, { params: { id, sessionId } }),
  endAll: () => call(contract.endSessionsOf, { params: { id } }),
})

/** The sessions of an admin (null for the caller), and the mutations that end them. */
export function useOpenSessions(adminId: string | null) {
  const { queryKey, list, end, endAll } = adminId === null ? ownSessions : sessionsOf(adminId)
  // Awaits the list, so that the row is gone when the mutation is done.
  const onSettled = () => refetchQuietly(queryKey)
  return {
    // The list is fetched each time, because admins sign in and out elsewhere.
    sessions: useQuery({ queryKey, queryFn: list, staleTime: 0, gcTime: 0 }),
    end: useMutation({ mutationFn: end, onSettled }),
    endAll: useMutation({ mutationFn: endAll, onSettled }),
  }
}
