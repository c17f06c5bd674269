import { createFileRoute } from '@tanstack/react-router'
import { CompleteProfilePage } from '../features/invitations/complete-profile-page.tsx'
import { rememberSession } from '../features/sessions/entry.ts'
import { toLinkSecret } from '../shell/url-search.ts'

export const Route = createFileRoute('/invites')({ validateSearch: toLinkSecret, component: CompleteProfile })

function CompleteProfile() {
  return <CompleteProfilePage onAccepted={rememberSession} />
}
