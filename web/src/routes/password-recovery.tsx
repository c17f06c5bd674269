import { createFileRoute } from '@tanstack/react-router'
import { CreatePasswordPage } from '../features/recovery/create-password-page.tsx'
import { forgetSession } from '../features/sessions/entry.ts'
import { toLinkSecret } from '../shell/url-search.ts'

export const Route = createFileRoute('/password-recovery')({
  validateSearch: toLinkSecret,
  component: CreatePassword,
})

function CreatePassword() {
  return <CreatePasswordPage onReset={forgetSession} />
}
