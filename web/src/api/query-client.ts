import { type Query, QueryCache, QueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'
import { ApiError, isNotFound, NetworkError } from './errors.ts'
import { showFailure } from './show-failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast that is shown when the query fails on the page that is on screen. */
      errorToast?: string
    }
  }
}

/** This is long enough for a page to use the data that was fetched before its code. */
const freshMs = 10_000
/** Also the tag of the queries that do not specify how long they are fresh, whatever time others specify. */
const untilExpired = () => freshMs

/** How many refetches of the query, after changes whose result is already shown, are under way. */
const quiet = new WeakMap<object, number>()
const addQuiet = (query: object, by: 1 | -1) => quiet.set(query, (quiet.get(query) ?? 0) + by)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A failed prefetch is not shown, because the page fetches the data again when it needs it.
      if (!query.meta?.errorToast || quiet.get(query) || !query.isActive()) return
      if (!isNotFound(error)) showFailure(error, query.meta.errorToast)
    },
  }),
  defaultOptions: {
    // A failure is shown at once, with a button to try again, even when offline.
    queries: {
      retry: false,
      staleTime: untilExpired,
      networkMode: 'always',
      // A panel that shows the failure stays meanwhile; see use-failed-query.ts.
      refetchOnReconnect: ({ state }) => state.error instanceof NetworkError && 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const mostRepeats = 20

/** The options of a query that waits, without a message, while the server is too busy for it. */
export const repeatedWhileBusy = {
  retry: (failures: number, error: Error) =>
    error instanceof ApiError && error.status === 503 && error.retryAfterMs !== undefined && failures < mostRepeats,
  retryDelay: (_failures: number, error: Error) => (error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0),
}

/**
 * Makes a new search, page, filter or Back ask the server again. Call it when the page in the URL changes, before the
 * data of the new one is fetched. Cached rows are shown until the response arrives. Queries that specify how long they
 * are fresh are not affected.
 */
export function expireCached(): void {
  const predicate = ({ options }: Query) => 'staleTime' in options && options.staleTime === untilExpired
  void queryClient.invalidateQueries({ predicate, refetchType: 'none' })
}

/**
 * Fetches data for a page that is about to be shown; the page itself shows a failure. Never use it to prefetch a page,
 * because the log would say that the admin saw the users on it.
 */
export function prefetch<Data, Key extends QueryKey>(options: FetchQueryOptions<Data, Error, Data, Key>): void {
  const { queryKey } = options
  if (queryClient.getQueryCache().find({ queryKey })?.isActive()) return
  void queryClient.prefetchQuery(options)
}

/**
 * Refetches after a change whose result is already shown. If that fails, the shown data stays and there is no second
 * toast.
 */
export async function refetchQuietly(queryKey: QueryKey): Promise<void> {
  const queries = queryClient.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.data !== undefined })
  for (const query of queries) addQuiet(query, 1)
  await queryClient.invalidateQueries({ queryKey })
  for (const query of queries) addQuiet(query, -1)
}
