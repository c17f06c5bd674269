import { createFileRoute, notFound } from '@tanstack/react-router'
import { ReviewPage } from '../../features/audit/review-page.tsx'

// There is no loader: it would run on hover, and reading the findings is logged.
export const Route = createFileRoute('/_authenticated/audit_/review')({
  beforeLoad: ({ context }) => {
    // The page exists only for super admins.
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: ReviewPage,
})
