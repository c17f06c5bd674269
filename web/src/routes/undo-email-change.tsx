import { createFileRoute } from '@tanstack/react-router'
import { UndoEmailChangePage } from '../features/email-changes/undo-email-change-page.tsx'
import { forgetSession } from '../features/sessions/entry.ts'
import { toLinkSecret } from '../shell/url-search.ts'

export const Route = createFileRoute('/undo-email-change')({
  validateSearch: toLinkSecret,
  component: UndoEmailChange,
})

function UndoEmailChange() {
  return <UndoEmailChangePage onUndone={forgetSession} />
}
