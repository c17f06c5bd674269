import { createFileRoute } from '@tanstack/react-router'
import { PlaceholderPage } from '../../shell/placeholder-page.tsx'

export const Route = createFileRoute('/_authenticated/hospital-patients')({ component: HospitalPatients })

function HospitalPatients() {
  return <PlaceholderPage icon="hospital" title="Hospital Patients" />
}
