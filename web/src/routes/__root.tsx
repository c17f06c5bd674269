import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router'
import { useFocusHeading } from '../shell/focus-heading.ts'
import { ErrorPage, NotFoundPage } from '../shell/error-page.tsx'
import { ToasterLater } from '../ui/toaster/toaster-later.tsx'

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

function Root() {
  useFocusHeading()
  // The sign-in page shows everything immediately.
  const isSignIn = useLocation({ select: (location) => location.pathname === '/login' })
  return (
    <>
      <Outlet />
      <ToasterLater ahead={!isSignIn} />
    </>
  )
}
