import { getMe, type SignedIn } from '@health-console/contract/staff/sessions.ts'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, queryKeyOf } from './client.ts'
import { queryClient } from './query-client.ts'

/** The current admin and the limits of the session. */
export type Session = z.infer<typeof SignedIn>['data']

/** The session, or null once it has ended in this browser. Fetching it keeps the session alive. */
export const sessionQuery = queryOptions({
  queryKey: queryKeyOf(getMe),
  queryFn: async ({ signal }): Promise<Session | null> => (await call(getMe, {}, { signal })).data,
})

/** Fetches the session, even if the known one is fresh. */
export const fetchSession = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
