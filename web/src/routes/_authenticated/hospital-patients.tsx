import { createFileRoute } from '@tanstack/react-router'
import { WhoHasSeenInRow } from '../../features/audit/who-has-seen.tsx'
import { PatientsPage } from '../../features/patients/patients-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'
import { type ListState, readListState } from '../../shell/list-state.ts'

// No loader: it would run on hover, and reading patients is logged.
export const Route = createFileRoute('/_authenticated/hospital-patients')({
  validateSearch: (search: Record<string, unknown>): ListState & { dialog?: 'import' | undefined } => ({
    ...readListState(search),
    dialog: search.dialog === 'import' ? search.dialog : undefined,
  }),
  component: HospitalPatients,
})

function HospitalPatients() {
  const { user } = useSession(Route.useRouteContext().session)
  return <PatientsPage me={user} besideId={user.role === 'super_admin' ? whoHasSeen : undefined} />
}

const whoHasSeen = (memberId: string) => <WhoHasSeenInRow subject={`patient:${memberId}`} name={memberId} />
