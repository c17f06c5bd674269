import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toasts.ts'
import { isNotFound, isSignedOut } from './errors.ts'
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

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error)) return reportSessionEnd()
      // a failed prefetch is not shown; the page asks again when it needs the data
      if (query.meta?.errorToast && query.isActive() && !isNotFound(error)) toast.error(query.meta.errorToast)
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
