import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expireCached, queryClient } from './api/query-client.ts'
import './base.css'
import { dismissOnBack } from './lib/back.ts'
import { keepBusy } from './lib/when-idle.ts'
import { routeTree } from './route-tree.gen.ts'
import { FailedPage, LatePage } from './shell/error-page.tsx'
import { codeTimeoutMs } from './shell/pending-page.tsx'
import { parseSearch, stringifySearch } from './shell/url-search.ts'
import './tokens.css'
// This style sheet comes after the tokens, because it overrides some of them.
import './print.css'
import { focusClickedControls } from './ui/buttons/focus-clicked.ts'
import { ignoreMissedDrops } from './ui/fields/missed-drops.ts'
import { dropSecondClicks } from './ui/buttons/second-clicks.ts'

dismissOnBack()
const router = createRouter({
  routeTree,
  caseSensitive: true,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 100,
  defaultErrorComponent: FailedPage,
  defaultPendingComponent: LatePage,
  defaultPendingMs: codeTimeoutMs,
  defaultPendingMinMs: 0,
  // TanStack Query decides what is fresh.
  defaultPreloadStaleTime: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The router would recognise the browser's text and reload the page, which would end uploads and discard what was
// typed. The admin decides when to reload.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (/dynamically imported module|Importing a module script/.test(payload.message))
    payload.message = 'Part of the page couldn’t be loaded.'
})

router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && expireCached())

// Fetches the code of the page while the session is being fetched. A failure is shown when the page is entered.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) void keepBusy(Promise.resolve(router.loadRouteChunk(route))).catch(() => undefined)

dropSecondClicks()
focusClickedControls()
ignoreMissedDrops()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
