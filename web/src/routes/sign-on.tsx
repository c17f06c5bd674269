import { createFileRoute } from '@tanstack/react-router'
import { SignOnPage } from '../features/sessions/sign-on-page.tsx'

export const Route = createFileRoute('/sign-on')({
  // The identity provider's response is passed to the server unchanged.
  validateSearch: (search: Record<string, unknown>) => search,
  component: SignOnPage,
})
