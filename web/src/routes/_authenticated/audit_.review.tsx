import { createFileRoute, notFound } from '@tanstack/react-router'
import { readReviewState } from '../../features/audit/audit-state.ts'
import { ReviewPage } from '../../features/unusual-access/unusual-access-page.tsx'

// There is no loader: it would run on hover, and reading the findings is logged.
export const Route = createFileRoute('/_authenticated/audit_/review')({
  validateSearch: readReviewState,
  beforeLoad: ({ context }) => {
    // The page exists only for super admins.
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: Review,
})

function Review() {
  const navigate = Route.useNavigate()
  return <ReviewPage state={Route.useSearch()} onState={(search, options) => void navigate({ search, ...options })} />
}
