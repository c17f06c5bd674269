import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../lib/when-idle.ts'
import { ErrorPage } from '../shell/error-page.tsx'
import { useFocusHeading } from '../shell/focus-heading.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

function Root() {
  useFocusHeading()
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

/**
 * Loaded when the page is idle; shows toasts from before, too. The sign-in page does without: it shows everything in
 * place.
 */
function Toasts() {
  const isSignIn = useLocation({ select: (location) => location.pathname === '/login' })
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isSignIn) whenIdle(() => setWanted(true))
  }, [isSignIn])
  return <Suspense>{wanted && <Toaster />}</Suspense>
}
