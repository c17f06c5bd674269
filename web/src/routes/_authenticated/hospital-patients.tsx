import { createFileRoute } from '@tanstack/react-router'
import { readListState } from '../../features/patients/list-state.ts'
import { PatientsPage } from '../../features/patients/patients-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'

// Without a loader, which would run when a link is pointed at: looking at patients goes on record, and pointing at a
// link is not looking.
export const Route = createFileRoute('/_authenticated/hospital-patients')({
  validateSearch: readListState,
  component: HospitalPatients,
})

function HospitalPatients() {
  const { user } = useSession(Route.useRouteContext().session)
  return <PatientsPage me={user} />
}
