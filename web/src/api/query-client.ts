import { MutationCache, QueryCache, QueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'
import { toast } from '../ui/toasts.ts'
import { isNotFound, isSignedOut, withReference } from './errors.ts'
import { reportSessionEnd } from './session-events.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shown when a page that is on screen cannot load this. */
      errorToast?: string
    }
  }
}

/** Long enough for a click after a prefetch, short enough that a revisited list is fresh. */
const freshMs = 10_000

/** Refetched after a change whose result has already been shown. */
const quiet = new WeakSet<object>()

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error)) return reportSessionEnd()
      // a failed prefetch is not shown; the page asks again when it needs the data
      if (!query.meta?.errorToast || quiet.has(query) || !query.isActive() || isNotFound(error)) return
      toast.error(withReference(query.meta.errorToast, error))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isSignedOut(error)) reportSessionEnd()
    },
  }),
  defaultOptions: {
    // a failure is shown at once, with a way to try again; offline is a failure like any other
    queries: { retry: false, staleTime: freshMs, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Fetches for a page that is about to show; one that is on screen asks, and fails, by itself. Never for a page that is only
 * fetched ahead: it would be on record that somebody saw its people.
 */
export function prefetch<Data, Key extends QueryKey>(options: FetchQueryOptions<Data, Error, Data, Key>): void {
  const { queryKey } = options
  if (queryClient.getQueryCache().find({ queryKey })?.isActive()) return
  void queryClient.prefetchQuery(options)
}

/** Refetches after a change that has shown its own result: one event, one toast. What is shown stays when this fails. */
export async function refetchQuietly(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.data !== undefined })
  for (const query of queries) quiet.add(query)
  await client.invalidateQueries({ queryKey })
  for (const query of queries) quiet.delete(query)
}
