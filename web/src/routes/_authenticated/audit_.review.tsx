import { createFileRoute, notFound } from '@tanstack/react-router'
import { readFindingsState } from '../../features/unusual-access/page-state.ts'
import { UnusualAccessPage } from '../../features/unusual-access/unusual-access-page.tsx'

// There is no loader: it would run on hover, and reading the findings is logged.
export const Route = createFileRoute('/_authenticated/audit_/review')({
  validateSearch: readFindingsState,
  beforeLoad: ({ context }) => {
    // The page exists only for super admins.
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: Review,
})

function Review() {
  const navigate = Route.useNavigate()
  return (
    <UnusualAccessPage state={Route.useSearch()} onState={(search, options) => void navigate({ search, ...options })} />
  )
}
