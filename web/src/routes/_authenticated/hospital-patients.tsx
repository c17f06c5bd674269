import { createFileRoute } from '@tanstack/react-router'
import { PatientsPage } from '../../features/patients/patients-page.tsx'
import { useSession } from '../../features/sessions/use-session.ts'
import { type ListState, readListState } from '../../shell/list-state.ts'

const dialogs = ['import', 'history', 'view'] as const
type Dialog = (typeof dialogs)[number]

// There is no loader: it would run on hover, and reading patients is logged.
export const Route = createFileRoute('/_authenticated/hospital-patients')({
  validateSearch: (search: Record<string, unknown>): ListState & { dialog?: Dialog | undefined } => ({
    ...readListState(search),
    dialog: dialogs.find((dialog) => dialog === search.dialog),
  }),
  component: HospitalPatients,
})

function HospitalPatients() {
  const { user } = useSession(Route.useRouteContext().session)
  return <PatientsPage me={user} />
}
