import { createFileRoute } from '@tanstack/react-router'
import { PlaceholderPage } from '../../shell/placeholder-page.tsx'

export const Route = createFileRoute('/_authenticated/admins')({ component: Admins })

function Admins() {
  return <PlaceholderPage icon="shield-user" title="Admins" />
}
