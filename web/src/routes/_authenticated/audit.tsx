import { createFileRoute, notFound } from '@tanstack/react-router'
import { RecordPage } from '../../features/audit/record-page.tsx'
import { readRecordState } from '../../features/audit/record-state.ts'

// No loader: it would run on hover, and reading the record goes on record.
export const Route = createFileRoute('/_authenticated/audit')({
  validateSearch: readRecordState,
  beforeLoad: ({ context }) => {
    // the page exists for super admins only
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: RecordPage,
})
