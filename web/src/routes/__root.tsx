import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
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

const retryAfterMs = 2_000

/**
 * Loaded when the page is idle, however often that takes; shows toasts from before, too. The sign-in page does without: it
 * shows everything in place.
 */
function Toasts() {
  const isSignIn = useLocation({ select: (location) => location.pathname === '/login' })
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    if (isSignIn || Toaster) return
    let timer: ReturnType<typeof setTimeout>
    const load = () =>
      void import('../ui/toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => (timer = setTimeout(load, retryAfterMs)),
      )
    whenIdle(load)
    return () => clearTimeout(timer)
  }, [isSignIn, Toaster])
  return Toaster && <Toaster />
}
