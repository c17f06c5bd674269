import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginPage } from '../features/sessions/login-page.tsx'
import { safeNextPath } from '../features/sessions/next-path.ts'
import { recentEntry } from '../features/sessions/entry.ts'
import { FirstPage } from '../shell/pending-page.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof search.next === 'string' ? search.next : undefined,
  }),
  beforeLoad: async ({ search }) => {
    const entry = await recentEntry()
    if (entry.state === 'signed-in') throw redirect({ href: safeNextPath(search.next), replace: true })
    return { failure: entry.state === 'failed' ? entry.failure : null }
  },
  pendingComponent: FirstPage,
  pendingMs: 0,
  pendingMinMs: 0,
  // The first page that everyone sees is part of the entry, not fetched after it.
  codeSplitGroupings: [],
  component: LoginPage,
})
