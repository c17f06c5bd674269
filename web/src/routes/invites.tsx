import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { sessionQuery } from '../api/session-query.ts'
import { CompleteProfilePage } from '../features/invitations/complete-profile-page.tsx'
import { rememberSession } from '../features/sessions/entry.ts'
import { toLinkSecret } from '../shell/url-search.ts'

export const Route = createFileRoute('/invites')({ validateSearch: toLinkSecret, component: CompleteProfile })

function CompleteProfile() {
  const { data: session } = useQuery(sessionQuery)
  return <CompleteProfilePage me={session?.user} onAccepted={rememberSession} />
}
