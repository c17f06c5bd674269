import { createFileRoute, notFound } from '@tanstack/react-router'
import { RecordPage } from '../../features/audit/record-page.tsx'
import { readRecordState } from '../../features/audit/record-state.ts'

// No loader: it would run on hover, and reading the record is audited.
export const Route = createFileRoute('/_authenticated/audit')({
  validateSearch: readRecordState,
  beforeLoad: ({ context }) => {
    // for anybody else it does not exist
    if (context.session.user.role !== 'super_admin') throw notFound()
  },
  component: RecordPage,
})
