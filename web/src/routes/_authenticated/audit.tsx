import { createFileRoute, notFound } from '@tanstack/react-router'
import { AuditPage } from '../../features/audit/audit-page.tsx'
import { readAuditState } from '../../features/audit/audit-state.ts'

// There is no loader: it would run on hover, and reading the audit log is logged.
export const Route = createFileRoute('/_authenticated/audit')({
  validateSearch: readAuditState,
  beforeLoad: ({ context }) => {
    // The page exists only for super admins.
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: AuditPage,
})
