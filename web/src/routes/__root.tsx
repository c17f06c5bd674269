import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
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

/** The sign-in page says everything in place: who comes there first does not fetch the toasts. */
function Toasts() {
  const isSignIn = useLocation({ select: (location) => location.pathname === '/login' })
  const [wanted, setWanted] = useState(!isSignIn)
  if (!isSignIn && !wanted) setWanted(true)
  return <Suspense>{wanted && <Toaster />}</Suspense>
}
