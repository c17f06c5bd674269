import { createFileRoute } from '@tanstack/react-router'
import { readListState } from '../../features/patients/list-state.ts'
import { PatientsPage } from '../../features/patients/patients-page.tsx'
import { patientsQuery } from '../../features/patients/queries.ts'
import { useSession } from '../../features/sessions/queries.ts'

export const Route = createFileRoute('/_authenticated/hospital-patients')({
  validateSearch: readListState,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, preload }) => {
    // looking at patients goes on record, and pointing at a link is not looking: ahead of that only code is fetched
    if (preload) return
    // not awaited: the page shows at once and says itself what it is waiting for
    void context.queryClient.prefetchQuery(patientsQuery(deps))
  },
  component: HospitalPatients,
})

function HospitalPatients() {
  const { user } = useSession(Route.useRouteContext().session)
  return <PatientsPage me={user} />
}
